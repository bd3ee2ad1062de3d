import { inThread } from '../../thread.ts';
import { PdfReadingError, readPdf, type PdfFacts } from '../file/read.ts';
import { PdfSigningError, signPdf, type SignOptions } from '../signing/sign.ts';
import { pack, type SigningAnswer, type SigningJob } from './signingJob.ts';

/** A smaller file is signed sooner than a thread is started. */
const SMALL_FILE_BYTES = 256 * 1024;

export interface SignedFile {
	bytes: Uint8Array;
	facts: PdfFacts;
}

/** Signs without keeping others waiting; the bytes of a large file go over to the thread that does it. */
export async function signAside(pdf: Uint8Array, options: SignOptions): Promise<SignedFile> {
	if (pdf.length >= SMALL_FILE_BYTES) return await signInThread(pdf, options);
	try {
		const bytes = await signPdf(pdf, options);
		return { bytes, facts: await readPdf(bytes) };
	} catch (error) {
		if (error instanceof PdfReadingError) throw new PdfSigningError(error.message);
		throw error;
	}
}

async function signInThread(pdf: Uint8Array, options: SignOptions): Promise<SignedFile> {
	const { certificate: identity, ...others } = options;
	const whole = pdf.byteLength === pdf.buffer.byteLength ? pdf : Uint8Array.from(pdf);
	const job: SigningJob = { pdf: whole, options: others, identity: pack(identity) };
	const answer = await inThread<SigningAnswer>({
		...{ folder: import.meta.dirname, name: 'signingThread', job },
		transferred: [whole.buffer],
	});
	if ('refusal' in answer) throw new PdfSigningError(answer.refusal);
	return answer;
}
