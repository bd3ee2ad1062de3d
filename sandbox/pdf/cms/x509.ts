import { createPublicKey, type KeyObject } from 'node:crypto';
import { BitString, fromBER, OctetString, Sequence } from 'asn1js';
import { Certificate, type BasicConstraints, type ExtKeyUsage } from 'pkijs';
import { isSignedBy, schemeOf } from './algorithms.ts';
import { OID } from './objectIdentifiers.ts';

/**
 * A certificate as it was handed over. Not `X509Certificate` of node:crypto: to name the curve of a key, it
 * ends the process on those that it has no name for (brainpool, secp256k1).
 */
export interface X509 {
	/** Exactly the bytes that came; encoded anew they could differ, and with them every hash. */
	raw: Uint8Array;
	certificate: Certificate;
	key: KeyObject;
}

/** The same few authorities stand in every signature, and reading one takes longer than checking with it. */
const known = new Map<string, X509>();
const MOST_KNOWN = 256;
/** A usual certificate takes about 1,000. */
const LARGEST_KNOWN_BYTES = 8192;

export function readX509(raw: Uint8Array): X509 {
	if (raw.length > LARGEST_KNOWN_BYTES) return parse(raw);
	const text = Buffer.from(raw).toString('latin1');
	const x509 = known.get(text) ?? parse(Uint8Array.from(raw));
	// Behind the others again: the one that was not asked for the longest goes first.
	known.delete(text);
	known.set(text, x509);
	const [oldest] = known.keys();
	if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
	return x509;
}

function parse(raw: Uint8Array): X509 {
	const certificate = Certificate.fromBER(Uint8Array.from(raw).buffer);
	const key = createPublicKey({
		key: Buffer.from(certificate.subjectPublicKeyInfo.toSchema().toBER()),
		format: 'der',
		type: 'spki',
	});
	return { raw, certificate, key };
}

export const derOf = (certificate: Certificate) => new Uint8Array(certificate.toSchema().toBER());

export function isIssuedBy({ certificate }: X509, issuer: X509): boolean {
	if (!certificate.issuer.isEqual(issuer.certificate.subject)) return false;
	const { valueHexView: signature, unusedBits } = certificate.signatureValue.valueBlock;
	if (unusedBits !== 0) return false;
	try {
		const scheme = schemeOf(certificate.signatureAlgorithm, '');
		return isSignedBy(issuer.key, [certificate.tbsView], signature, scheme);
	} catch {
		// An algorithm that is not known here vouches for nothing.
		return false;
	}
}

export const isAuthority = ({ certificate }: X509) =>
	constraintsOf(certificate)?.cA === true &&
	isUnderstood(certificate) &&
	mayBeUsedFor(certificate, KEY_USAGE.certificates);

/** Whether so many authorities may stand between it and a signer (RFC 5280, 4.2.1.9). */
export function mayStandAbove({ certificate }: X509, authorities: number): boolean {
	const longest = constraintsOf(certificate)?.pathLenConstraint;
	return longest === undefined || authorities <= Number(longest);
}

const constraintsOf = (certificate: Certificate) =>
	extension(certificate, OID.basicConstraints) as BasicConstraints | undefined;

/** What is checked here, or restricts nothing that is. Who does not know a critical one must refuse it. */
const UNDERSTOOD = new Set([
	...[OID.basicConstraints, OID.keyUsage, OID.extendedKeyUsage, OID.certificatePolicies],
	...[OID.subjectKeyIdentifier, OID.authorityKeyIdentifier, OID.qcStatements],
]);

const isUnderstood = ({ extensions = [] }: Certificate) =>
	extensions.every(({ critical, extnID }) => !critical || UNDERSTOOD.has(extnID));

/** Bits of the first byte (RFC 5280, 4.2.1.3). */
const KEY_USAGE = { digitalSignature: 0x80, contentCommitment: 0x40, certificates: 0x04 };

/** Purposes for which documents are signed: any, email, documents (RFC 9336, Microsoft, Adobe). */
const SIGNING_PURPOSES = new Set([
	...['2.5.29.37.0', '1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36'],
	...['1.3.6.1.4.1.311.10.3.12', '1.2.840.113583.1.1.5'],
]);

/** Whether its key may sign documents; one that does not say so may. */
export const maySign = ({ certificate }: X509) =>
	isUnderstood(certificate) &&
	mayBeUsedFor(certificate, KEY_USAGE.digitalSignature | KEY_USAGE.contentCommitment) &&
	(purposesOf(certificate)?.some((purpose) => SIGNING_PURPOSES.has(purpose)) ?? true);

function mayBeUsedFor(certificate: Certificate, bits: number): boolean {
	const usage = extension(certificate, OID.keyUsage);
	return !(usage instanceof BitString) || ((usage.valueBlock.valueHexView[0] ?? 0) & bits) !== 0;
}

export const mayTimeStamp = ({ certificate }: X509) =>
	isUnderstood(certificate) && (purposesOf(certificate)?.includes(OID.timeStamping) ?? false);

const purposesOf = (certificate: Certificate) =>
	(extension(certificate, OID.extendedKeyUsage) as ExtKeyUsage | undefined)?.keyPurposes;

export function keyIdentifierOf({ certificate }: X509): Uint8Array | undefined {
	const value = extension(certificate, OID.subjectKeyIdentifier);
	return value instanceof OctetString ? value.valueBlock.valueHexView : undefined;
}

export function isInForce({ certificate }: Pick<X509, 'certificate'>, at: Date): boolean {
	return certificate.notBefore.value <= at && at <= certificate.notAfter.value;
}

/** The certificates among the members of a set, leaving out those of other kinds. */
export function certificatesIn(
	blocks: ReadonlyArray<{ valueBeforeDecodeView: Uint8Array }>,
): X509[] {
	return blocks
		.filter((block) => block instanceof Sequence)
		.map(({ valueBeforeDecodeView }) => readX509(valueBeforeDecodeView));
}

function extension(certificate: Certificate, type: string): unknown {
	const found = certificate.extensions?.find(({ extnID }) => extnID === type);
	if (!found) return undefined;
	// pkijs reads some values by itself; the others stand in it as they came.
	return found.parsedValue ?? fromBER(found.extnValue.valueBlock.valueHexView).result;
}
