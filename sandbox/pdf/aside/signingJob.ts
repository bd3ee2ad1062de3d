import type { webcrypto } from 'node:crypto';
import { Certificate } from 'pkijs';
import type { SigningIdentity } from '../cms/certificate.ts';
import type { KeyHolder } from '../cms/issue.ts';
import { derOf } from '../cms/x509.ts';
import type { PdfFacts } from '../file/read.ts';
import type { SignOptions } from '../signing/sign.ts';

/** What goes to the thread that signs. */
export interface SigningJob {
	pdf: Uint8Array;
	options: Omit<SignOptions, 'certificate'>;
	identity: PackedIdentity;
}

/** What comes back: the signed file, or why it cannot take the signature. */
export type SigningAnswer = { bytes: Uint8Array; facts: PdfFacts } | { refusal: string };

/** Certificates travel as their bytes. */
interface PackedHolder {
	certificate: Uint8Array;
	privateKey: webcrypto.CryptoKey;
	chain: Uint8Array[];
}

interface PackedIdentity extends PackedHolder {
	name: string;
	timeStamping: PackedHolder;
}

export function pack({ name, timeStamping, ...holder }: SigningIdentity): PackedIdentity {
	return { name, ...packHolder(holder), timeStamping: packHolder(timeStamping) };
}

export function unpack({ name, timeStamping, ...holder }: PackedIdentity): SigningIdentity {
	return { name, ...unpackHolder(holder), timeStamping: unpackHolder(timeStamping) };
}

function packHolder({ certificate, privateKey, chain }: KeyHolder): PackedHolder {
	return { certificate: derOf(certificate), privateKey, chain: chain.map(derOf) };
}

function unpackHolder({ certificate, privateKey, chain }: PackedHolder): KeyHolder {
	const read = (der: Uint8Array) => Certificate.fromBER(Uint8Array.from(der));
	return { certificate: read(certificate), privateKey, chain: chain.map(read) };
}
