import { createHash } from 'node:crypto';
import {
	BitString,
	ObjectIdentifier,
	OctetString,
	PrintableString,
	Sequence,
	type BaseBlock,
} from 'asn1js';
import { AuthorityKeyIdentifier, BasicConstraints, Extension, type Certificate } from 'pkijs';
import type { Assurance } from './assurance.ts';
import { OID } from './objectIdentifiers.ts';

/** Bits of the first byte (RFC 5280, 4.2.1.3). */
const SIGNATURE_AND_CONTENT_COMMITMENT = 0b1100_0000;
const SIGNATURE = 0b1000_0000;
const CERTIFICATE_AND_REVOCATION_LIST_SIGNING = 0b0000_0110;

/** What ETSI EN 319 411 names the policies of its certificates. */
const POLICIES = {
	normalized: '0.4.0.2042.1.1',
	qualifiedPerson: '0.4.0.194112.1.2',
	qualifiedOrganization: '0.4.0.194112.1.3',
};

/** Statements of a qualified certificate (ETSI EN 319 412-5). */
const QC = {
	compliance: '0.4.0.1862.1.1',
	secureDevice: '0.4.0.1862.1.4',
	type: '0.4.0.1862.1.6',
	signature: '0.4.0.1862.1.6.1',
	seal: '0.4.0.1862.1.6.2',
	country: '0.4.0.1862.1.7',
};

export type Use = 'signature' | 'seal';

export const authorityExtensions = (pathLenConstraint: number) => [
	constraints({ cA: true, pathLenConstraint }),
	keyUsage(CERTIFICATE_AND_REVOCATION_LIST_SIGNING),
];

export const timeStampingExtensions = () => [
	constraints({ cA: false }),
	keyUsage(SIGNATURE),
	extension(OID.extendedKeyUsage, sequence(identifier(OID.timeStamping)), true),
];

export function signerExtensions({ quality, legislation }: Partial<Assurance>, use: Use) {
	const isQualified = quality === 'QES';
	const qualified = use === 'seal' ? POLICIES.qualifiedOrganization : POLICIES.qualifiedPerson;
	const policy = isQualified ? qualified : POLICIES.normalized;
	return [
		constraints({ cA: false }),
		keyUsage(SIGNATURE_AND_CONTENT_COMMITMENT),
		extension(OID.certificatePolicies, sequence(sequence(identifier(policy)))),
		...(isQualified ? [qcStatements(use, legislation)] : []),
	];
}

function qcStatements(use: Use, legislation: string | undefined): Extension {
	const statement = (id: string, ...information: BaseBlock[]) =>
		sequence(identifier(id), ...information);
	const statements = [
		statement(QC.compliance),
		statement(QC.secureDevice),
		statement(QC.type, sequence(identifier(QC[use]))),
	];
	if (legislation === 'ZERTES') {
		statements.push(statement(QC.country, sequence(new PrintableString({ value: 'CH' }))));
	}
	return extension(OID.qcStatements, sequence(...statements));
}

/** Name the key of the certificate, and that of its issuer. */
export function keyIdentifiers(certificate: Certificate, issuer: Certificate): Extension[] {
	const authority = new AuthorityKeyIdentifier({ keyIdentifier: octets(keyHash(issuer)) });
	return [
		extension(OID.subjectKeyIdentifier, octets(keyHash(certificate))),
		extension(OID.authorityKeyIdentifier, authority.toSchema()),
	];
}

function keyHash({ subjectPublicKeyInfo }: Certificate): Uint8Array {
	const key = subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
	return createHash('sha1').update(key).digest();
}

function constraints(value: { cA: boolean; pathLenConstraint?: number }): Extension {
	return extension(OID.basicConstraints, new BasicConstraints(value).toSchema(), true);
}

function keyUsage(bits: number): Extension {
	// DER leaves out the trailing zero bits.
	const unusedBits = 31 - Math.clz32(bits & -bits);
	const value = new BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits });
	return extension(OID.keyUsage, value, true);
}

function extension(extnID: string, value: BaseBlock, critical = false): Extension {
	return new Extension({ extnID, critical, extnValue: value.toBER(false) });
}

const identifier = (value: string) => new ObjectIdentifier({ value });

const sequence = (...value: BaseBlock[]) => new Sequence({ value });

const octets = (bytes: Uint8Array) => new OctetString({ valueHex: Uint8Array.from(bytes).buffer });
