/** Runs in a thread of its own: signs one file, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { PdfReadingError, readPdf } from '../file/read.ts';
import { PdfSigningError, signPdf } from '../signing/sign.ts';
import { unpack, type SigningAnswer, type SigningJob } from './signingJob.ts';

const answer = await answerTo(workerData as SigningJob);
parentPort?.postMessage(answer);

async function answerTo({ pdf, options, identity }: SigningJob): Promise<SigningAnswer> {
	try {
		const bytes = await signPdf(pdf, { ...options, certificate: unpack(identity) });
		return { bytes, facts: await readPdf(bytes) };
	} catch (error) {
		const isRefusal = error instanceof PdfSigningError || error instanceof PdfReadingError;
		if (isRefusal) return { refusal: error.message };
		throw error;
	}
}
