import { inThread, ThreadLimitError } from '../../thread.ts';
import { PdfSigningError } from '../file/pdfErrors.ts';
import type { PdfFacts } from '../file/read.ts';
import type { SignOptions } from '../signing/sign.ts';
import { ownBytes } from './ownBytes.ts';
import { pack, type SigningAnswer, type SigningJob } from './signingJob.ts';

export interface SignedFile {
	bytes: Uint8Array;
	facts: PdfFacts;
}

/** Signs without keeping others waiting; the bytes go over to the thread that does it. */
export async function signAside(pdf: Uint8Array, options: SignOptions): Promise<SignedFile> {
	const { certificate: identity, ...others } = options;
	const own = ownBytes(pdf);
	const job: SigningJob = { pdf: own, options: others, identity: pack(identity) };
	const answer = await inThread<SigningAnswer>({
		...{ folder: import.meta.dirname, name: 'signingThread', job },
		transferred: [own.buffer],
	}).catch(refuse);
	if ('refusal' in answer) throw new PdfSigningError(answer.refusal);
	return answer;
}

function refuse(error: unknown): never {
	if (!(error instanceof ThreadLimitError)) throw error;
	throw new PdfSigningError(
		'Signing the PDF takes more time or memory than a document may. Print it to a new PDF and send that.',
	);
}
