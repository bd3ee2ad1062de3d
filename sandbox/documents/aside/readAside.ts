import { inThread } from '../../thread.ts';
import { PdfReadingError, readPdf, type PdfFacts } from '../../pdf/file/read.ts';
import type { ReadingAnswer } from './readingJob.ts';

/** A smaller file is read sooner than a thread is started. */
const SMALL_FILE_BYTES = 1024 * 1024;

/** Reads without keeping others waiting. */
export async function readAside(pdf: Uint8Array): Promise<PdfFacts> {
	if (pdf.length < SMALL_FILE_BYTES) return await readPdf(pdf);
	const task = { folder: import.meta.dirname, name: 'readingThread', job: pdf };
	const answer = await inThread<ReadingAnswer>(task);
	if ('refusal' in answer) throw new PdfReadingError(answer.refusal, answer.key);
	return answer.facts;
}
