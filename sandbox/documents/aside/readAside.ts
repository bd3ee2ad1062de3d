import { inThread, ThreadLimitError } from '../../thread.ts';
import { PdfReadingError } from '../../pdf/file/pdfErrors.ts';
import type { PdfFacts } from '../../pdf/file/read.ts';
import type { ReadingAnswer } from './readingThread.ts';

/** Reads without keeping others waiting. */
export async function readAside(pdf: Uint8Array): Promise<PdfFacts> {
	// The caller keeps its bytes. A view that is cloned would bring all of the buffer that it looks at.
	const job = new Uint8Array(pdf);
	const answer = await inThread<ReadingAnswer>({
		...{ folder: import.meta.dirname, name: 'readingThread', job },
		transferred: [job.buffer],
	}).catch(refuse);
	if ('refusal' in answer) throw new PdfReadingError(answer.refusal, answer.key);
	return answer.facts;
}

function refuse(error: unknown): never {
	if (!(error instanceof ThreadLimitError)) throw error;
	throw new PdfReadingError(
		'reading the PDF takes more time or memory than a document may. Print it to a new PDF and send that.',
	);
}
