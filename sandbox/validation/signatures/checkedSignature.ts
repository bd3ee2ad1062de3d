import type { X509Certificate } from 'node:crypto';
import { assuranceIn, nameIn, type Assurance } from '../../pdf/cms/certificate.ts';
import { readDetached, type CmsFault } from './readCms.ts';
import type { Pieces } from '../../pdf/cms/signCms.ts';
import { trustIn, type Trust } from './trust.ts';

/** What a signature says by itself, wherever it stands. */
export interface CheckedSignature {
	signer: string;
	signedAt?: Date;
	integrity: 'intact' | 'broken';
	/** Why the integrity is broken. */
	fault?: CmsFault;
	certificate?: { subject: string; issuer: string; serialNumber: string };
	trust: Trust;
	trusted: boolean;
	/** Only a trusted certificate can vouch for it. */
	assurance?: Assurance;
}

export const UNREADABLE_SIGNATURE: CheckedSignature = {
	signer: '',
	integrity: 'broken',
	fault: 'format',
	trust: 'unknown-issuer',
	trusted: false,
};

/** Without the content, only the signature itself is checked and not whether it belongs to a content. */
export function checkSignature(
	cms: Uint8Array,
	content: Pieces | undefined,
	roots: Uint8Array[],
): CheckedSignature {
	const { fault, signer, otherCertificates: others, signedAt } = readDetached(cms, content);
	if (!signer || !signedAt) return { ...UNREADABLE_SIGNATURE, fault: fault ?? 'format', signedAt };
	const trust = trustIn(signer, { others, roots, at: signedAt });
	const trusted = trust === 'trusted';
	return {
		signer: nameIn(signer),
		signedAt,
		integrity: fault ? 'broken' : 'intact',
		fault,
		certificate: describe(signer),
		trust,
		trusted,
		assurance: trusted ? assuranceIn(signer) : undefined,
	};
}

function describe({ subject, issuer, serialNumber }: X509Certificate) {
	return {
		subject: oneLine(subject),
		issuer: oneLine(issuer),
		serialNumber: BigInt(`0x${serialNumber}`).toString(),
	};
}

/** The most specific part first, as RFC 4514 writes names. */
const oneLine = (name: string) => name.split('\n').reverse().join(', ');
