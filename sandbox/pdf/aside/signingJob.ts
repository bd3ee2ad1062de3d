import type { webcrypto } from 'node:crypto';
import type { PdfFacts } from '../file/read.ts';
import type { SignOptions } from '../signing/sign.ts';

/** What goes to the thread that signs: a certificate travels as its bytes. */
export interface SigningJob {
	pdf: Uint8Array;
	options: Omit<SignOptions, 'certificate'>;
	identity: { name: string; certificate: Uint8Array; privateKey: webcrypto.CryptoKey };
}

/** What comes back: the signed file, or why it cannot take the signature. */
export type SigningAnswer = { bytes: Uint8Array; facts: PdfFacts } | { refusal: string };
