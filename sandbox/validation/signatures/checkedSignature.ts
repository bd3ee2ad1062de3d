import { assuranceIn, type Assurance } from '../../pdf/cms/assurance.ts';
import type { Pieces } from '../../pdf/cms/algorithms.ts';
import { entriesOf, oneLine } from '../../pdf/cms/distinguishedName.ts';
import { OID } from '../../pdf/cms/objectIdentifiers.ts';
import { maySign, mayTimeStamp, type X509 } from '../../pdf/cms/x509.ts';
import { readCms, type CmsForm, type CmsReading, type SignerReading } from './cms/readCms.ts';
import type { CmsFault } from './cms/signer.ts';
import { trustIn, type Trust } from './trust.ts';

/** What a signature says by itself, wherever it stands. */
export interface CheckedSignature {
	signer: string;
	/** By a trusted time stamp, or else as the signer claims. */
	signedAt?: Date;
	integrity: 'intact' | 'broken';
	/** Why the integrity is broken. */
	fault?: CmsFault;
	/** An algorithm that is not safe any more. */
	weakness?: string;
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

/** The key covers none of it: what was signed is intact. */
const ODDITIES: CmsFault[] = ['encoding', 'bytes-behind'];

interface Circumstances {
	form: CmsForm;
	/** Without it, only the signature itself is checked and not whether it belongs to a content. */
	content?: Pieces;
	roots: Uint8Array[];
	/** The time that the file claims where the signature itself claims none. */
	claimedAt?: Date;
	/** The time of the validation. */
	now: Date;
}

export function checkSignature(cms: Uint8Array, circumstances: Circumstances): CheckedSignature {
	const { form, content } = circumstances;
	const reading = readCms(cms, form, content);
	const checks = reading.signers.map((signer) => checkSigner(signer, reading, circumstances));
	// The first one gives a signature its name; a fault of any of them is the signature's.
	const [first = UNREADABLE_SIGNATURE] = checks;
	const faulty =
		checks.find(({ integrity }) => integrity === 'broken') ??
		checks.find(({ fault, trusted }) => fault || !trusted);
	if (!faulty || faulty === first) return first;
	const { fault, integrity, trust, trusted } = faulty;
	return { ...first, fault, integrity, trust, trusted, assurance: undefined };
}

function checkSigner(
	{ fault, certificate, weakness, ...signer }: SignerReading,
	reading: CmsReading,
	circumstances: Circumstances,
): CheckedSignature {
	const stampedAt = trustedStamp(signer, circumstances);
	const signedAt = stampedAt ?? signer.signedAt ?? circumstances.claimedAt;
	if (!certificate) return { ...UNREADABLE_SIGNATURE, fault: fault ?? 'format', signedAt };
	const byChain = trustOf(certificate, reading, { ...circumstances, at: signedAt });
	const isStampUnknown = signer.hasUnknownAdditions || (signer.timeStamp && !stampedAt);
	const trust = byChain === 'trusted' && isStampUnknown ? 'unknown-time-stamp' : byChain;
	const trusted = trust === 'trusted';
	return {
		signer: nameIn(certificate),
		signedAt,
		integrity: fault && !ODDITIES.includes(fault) ? 'broken' : 'intact',
		fault,
		weakness,
		certificate: describe(certificate),
		trust,
		trusted,
		assurance: trusted ? assuranceIn(certificate.certificate) : undefined,
	};
}

function trustOf(
	certificate: X509,
	{ certificates }: CmsReading,
	{ form, roots, now, at = now }: Circumstances & { at?: Date },
): Trust {
	const others = certificates.filter((other) => other !== certificate);
	const trust = trustIn(certificate, { others, roots, at });
	const isFit = form === 'time-stamp' ? mayTimeStamp : maySign;
	return trust === 'trusted' && !isFit(certificate) ? 'not-for-signing' : trust;
}

function trustedStamp(
	{ timeStamp }: Pick<SignerReading, 'timeStamp'>,
	{ roots }: Circumstances,
): Date | undefined {
	if (!timeStamp || timeStamp.weakness) return undefined;
	const { at, authority, others } = timeStamp;
	return trustIn(authority, { others, roots, at }) === 'trusted' ? at : undefined;
}

const nameIn = ({ certificate }: X509) =>
	entriesOf(certificate.subject, OID.commonName).at(-1) ?? '';

function describe({ certificate: { subject, issuer, serialNumber } }: X509) {
	const hex = Buffer.from(serialNumber.valueBlock.valueHexView).toString('hex');
	return {
		subject: oneLine(subject),
		issuer: oneLine(issuer),
		serialNumber: BigInt(`0x${hex || '0'}`).toString(),
	};
}
