import type { PdfFacts, PdfReadingError } from '../../pdf/file/read.ts';

/** What comes back from the thread that reads: the facts, or why there are none. */
export type ReadingAnswer = { facts: PdfFacts } | { refusal: string; key: PdfReadingError['key'] };
