import { assuranceIn, type Assurance } from '../../pdf/cms/assurance.ts';
import type { Pieces } from '../../pdf/cms/algorithms.ts';
import { entriesOf, oneLine } from '../../pdf/cms/distinguishedName.ts';
import { OID } from '../../pdf/cms/objectIdentifiers.ts';
import { maySign, mayTimeStamp, type X509 } from '../../pdf/cms/x509.ts';
import { readCms, type CmsForm, type SignerReading } from './cms/readCms.ts';
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
	...{ signer: '', integrity: 'broken', fault: 'format' },
	...{ trust: 'unknown-issuer', trusted: false },
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
	const { signers, certificates } = readCms(cms, circumstances.form, circumstances.content);
	const checks = signers.map((signer) => checkSigner(signer, certificates, circumstances));
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
	{ fault, certificate, weakness, timeStamp, ...signer }: SignerReading,
	certificates: X509[],
	{ form, roots, claimedAt, now }: Circumstances,
): CheckedSignature {
	const isStamped =
		timeStamp &&
		!timeStamp.weakness &&
		trustIn(timeStamp.authority, { ...timeStamp, roots }) === 'trusted';
	const signedAt = isStamped ? timeStamp.at : (signer.signedAt ?? claimedAt);
	if (!certificate) return { ...UNREADABLE_SIGNATURE, fault: fault ?? 'format', signedAt };
	const others = certificates.filter((other) => other !== certificate);
	const isFit = form === 'time-stamp' ? mayTimeStamp(certificate) : maySign(certificate);
	const isStampUnknown = signer.hasUnknownAdditions || (timeStamp && !isStamped);
	let trust = trustIn(certificate, { others, roots, at: signedAt ?? now });
	if (trust === 'trusted' && !isFit) trust = 'not-for-signing';
	if (trust === 'trusted' && isStampUnknown) trust = 'unknown-time-stamp';
	const { subject, issuer, serialNumber } = certificate.certificate;
	const hex = Buffer.from(serialNumber.valueBlock.valueHexView).toString('hex');
	return {
		...{ signedAt, fault, weakness, trust, trusted: trust === 'trusted' },
		signer: entriesOf(subject, OID.commonName).at(-1) ?? '',
		integrity: fault && !ODDITIES.includes(fault) ? 'broken' : 'intact',
		certificate: {
			subject: oneLine(subject),
			issuer: oneLine(issuer),
			serialNumber: BigInt(`0x${hex || '0'}`).toString(),
		},
		assurance: trust === 'trusted' ? assuranceIn(certificate.certificate) : undefined,
	};
}
