/** Runs in a thread: signs one file. */
import { PdfReadingError, PdfSigningError } from '../file/pdfErrors.ts';
import { readPdf } from '../file/read.ts';
import { signPdf } from '../signing/sign.ts';
import { unpack, type SigningAnswer, type SigningJob } from './signingJob.ts';

export async function run({ pdf, options, identity }: SigningJob): Promise<SigningAnswer> {
	try {
		const bytes = await signPdf(pdf, { ...options, certificate: unpack(identity) });
		return { bytes, facts: await readPdf(bytes) };
	} catch (error) {
		const isRefusal = error instanceof PdfSigningError || error instanceof PdfReadingError;
		if (isRefusal) return { refusal: error.message };
		throw error;
	}
}
