/** Runs in a thread of its own: reads one file, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { PdfReadingError, readPdf } from '../../pdf/file/read.ts';
import type { ReadingAnswer } from './readingJob.ts';

parentPort?.postMessage(await answerTo(workerData as Uint8Array));

async function answerTo(pdf: Uint8Array): Promise<ReadingAnswer> {
	try {
		return { facts: await readPdf(pdf) };
	} catch (error) {
		if (error instanceof PdfReadingError) return { refusal: error.message, key: error.key };
		throw error;
	}
}
