import { webcrypto } from 'node:crypto';
import { BitString, Integer, PrintableString, Sequence, Set as AsnSet, Utf8String } from 'asn1js';
import {
	AttributeTypeAndValue,
	BasicConstraints,
	Certificate,
	Extension,
	RelativeDistinguishedNames,
	Time,
} from 'pkijs';
import type { Assurance } from './assurance.ts';
import { OID } from './objectIdentifiers.ts';

/** A key with the certificate that names its holder, issued by the authority of this process. */
export interface SigningIdentity {
	name: string;
	certificate: Certificate;
	privateKey: webcrypto.CryptoKey;
}

// The sandbox clock can stand at any date, so certificates must not expire under it.
const VALID_FROM = new Date('2000-01-01T00:00:00Z');
const VALID_TO = new Date('2099-12-31T23:59:59Z');

// P-256: made in a millisecond, where an RSA key takes a hundred; a load run makes thousands.
const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

const ORGANIZATION = 'eSignature Sandbox';
const DIGITAL_SIGNATURE_AND_NON_REPUDIATION = 0b1100_0000;
const CERTIFICATE_AND_REVOCATION_LIST_SIGNING = 0b0000_0110;

let authority: Promise<SigningIdentity> | undefined;

export async function createIdentity(
	name: string,
	assurance?: Assurance,
): Promise<SigningIdentity> {
	const issuer = await currentAuthority();
	const { privateKey, publicKey } = await createKey();
	const certificate = await blankCertificate(distinguishedName(name, assurance), publicKey);
	certificate.issuer = issuer.certificate.subject;
	certificate.extensions = [
		constraints({ cA: false }),
		keyUsage(DIGITAL_SIGNATURE_AND_NON_REPUDIATION),
	];
	await certificate.sign(issuer.privateKey, 'SHA-256');
	return { name, certificate, privateKey };
}

/** The root certificates (DER) that a validation in this process trusts. */
export async function trustedRoots(): Promise<Uint8Array[]> {
	const { certificate } = await currentAuthority();
	return [new Uint8Array(certificate.toSchema().toBER())];
}

function currentAuthority(): Promise<SigningIdentity> {
	authority ??= createAuthority();
	return authority;
}

async function createAuthority(): Promise<SigningIdentity> {
	const name = `${ORGANIZATION} Root`;
	const { privateKey, publicKey } = await createKey();
	const certificate = await blankCertificate(distinguishedName(name), publicKey);
	certificate.issuer = certificate.subject;
	certificate.extensions = [
		constraints({ cA: true, pathLenConstraint: 0 }),
		keyUsage(CERTIFICATE_AND_REVOCATION_LIST_SIGNING),
	];
	await certificate.sign(privateKey, 'SHA-256');
	return { name, certificate, privateKey };
}

async function createKey(): Promise<webcrypto.CryptoKeyPair> {
	return await webcrypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
}

async function blankCertificate(
	subject: RelativeDistinguishedNames,
	publicKey: webcrypto.CryptoKey,
): Promise<Certificate> {
	const certificate = new Certificate({
		version: 2,
		serialNumber: new Integer({ valueHex: serialNumber().buffer }),
		subject,
		notBefore: new Time({ type: 0, value: VALID_FROM }),
		notAfter: new Time({ type: 1, value: VALID_TO }),
	});
	await certificate.subjectPublicKeyInfo.importKey(publicKey);
	return certificate;
}

/** Random, positive and without a leading zero, as RFC 5280 4.1.2.2 and DER want it. */
function serialNumber(): Uint8Array<ArrayBuffer> {
	const bytes = webcrypto.getRandomValues(new Uint8Array(16));
	bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
	return bytes;
}

function distinguishedName(commonName: string, assurance?: Assurance): RelativeDistinguishedNames {
	const units = [assurance?.quality, assurance?.legislation].filter((unit) => unit !== undefined);
	const entries = [
		nameEntry(OID.country, new PrintableString({ value: 'CH' })),
		nameEntry(OID.organization, new Utf8String({ value: ORGANIZATION })),
		...units.map((unit) => nameEntry(OID.organizationalUnit, new Utf8String({ value: unit }))),
		nameEntry(OID.commonName, new Utf8String({ value: commonName })),
	];
	// pkijs would put all entries into one set, which readers show as a single entry joined by "+".
	const sets = entries.map((entry) => new AsnSet({ value: [entry.toSchema()] }));
	return RelativeDistinguishedNames.fromBER(new Sequence({ value: sets }).toBER());
}

const nameEntry = (type: string, value: Utf8String | PrintableString) =>
	new AttributeTypeAndValue({ type, value });

function constraints(value: { cA: boolean; pathLenConstraint?: number }): Extension {
	const parsedValue = new BasicConstraints(value);
	return new Extension({
		extnID: OID.basicConstraints,
		critical: true,
		extnValue: parsedValue.toSchema().toBER(false),
		parsedValue,
	});
}

function keyUsage(bits: number): Extension {
	// DER leaves out the trailing zero bits.
	const unusedBits = 31 - Math.clz32(bits & -bits);
	const parsedValue = new BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits });
	return new Extension({
		extnID: OID.keyUsage,
		critical: true,
		extnValue: parsedValue.toBER(false),
		parsedValue,
	});
}
