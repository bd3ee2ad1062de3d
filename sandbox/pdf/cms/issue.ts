import { webcrypto } from 'node:crypto';
import { Integer, PrintableString, Sequence, Set as AsnSet, Utf8String } from 'asn1js';
import {
	AttributeTypeAndValue,
	Certificate,
	RelativeDistinguishedNames,
	Time,
	type Extension,
} from 'pkijs';
import { keyIdentifiers } from './extensions.ts';
import { OID } from './objectIdentifiers.ts';

/** A key, the certificate that names its holder, and those between it and the root, which those who trust it have. */
export interface KeyHolder {
	certificate: Certificate;
	privateKey: webcrypto.CryptoKey;
	chain: Certificate[];
}

export interface Life {
	from: Date;
	to: Date;
}

// P-256: made in a millisecond, where an RSA key takes a hundred; a load run makes thousands.
export const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

const ORGANIZATION = 'eSignature Sandbox';

interface Order {
	name: string;
	units?: string[];
	life: Life;
	extensions: Extension[];
	/** Without one, the certificate vouches for itself. */
	issuer?: KeyHolder;
}

export async function issue({
	name,
	units = [],
	life,
	extensions,
	issuer,
}: Order): Promise<KeyHolder> {
	const keys = await webcrypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
	const subject = distinguishedName(name, units);
	const certificate = new Certificate({
		version: 2,
		serialNumber: new Integer({ valueHex: serialNumber().buffer }),
		subject,
		issuer: issuer?.certificate.subject ?? subject,
		notBefore: timeOf(life.from),
		notAfter: timeOf(life.to),
	});
	await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
	const identifiers = keyIdentifiers(certificate, issuer?.certificate ?? certificate);
	certificate.extensions = [...extensions, ...identifiers];
	await certificate.sign(issuer?.privateKey ?? keys.privateKey, 'SHA-256');
	return { certificate, privateKey: keys.privateKey, chain: issuer ? chainUnder(issuer) : [] };
}

export const chainUnder = ({ certificate, chain }: KeyHolder) =>
	certificate.issuer.isEqual(certificate.subject) ? [] : [certificate, ...chain];

/** From 2050 on, years have four digits (RFC 5280, 4.1.2.5). */
function timeOf(value: Date): Time {
	return new Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value });
}

/** Random, positive and without a leading zero, as RFC 5280 4.1.2.2 and DER want it. */
export function serialNumber(): Uint8Array<ArrayBuffer> {
	const bytes = webcrypto.getRandomValues(new Uint8Array(16));
	bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
	return bytes;
}

function distinguishedName(commonName: string, units: string[]): RelativeDistinguishedNames {
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
