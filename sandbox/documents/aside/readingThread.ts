/** Runs in a thread: reads one file. */
import { PdfReadingError } from '../../pdf/file/pdfErrors.ts';
import { readPdf, type PdfFacts } from '../../pdf/file/read.ts';

/** The facts, or why there are none. */
export type ReadingAnswer = { facts: PdfFacts } | { refusal: string; key: PdfReadingError['key'] };

export async function run(pdf: Uint8Array): Promise<ReadingAnswer> {
	try {
		return { facts: await readPdf(pdf) };
	} catch (error) {
		if (error instanceof PdfReadingError) return { refusal: error.message, key: error.key };
		throw error;
	}
}
