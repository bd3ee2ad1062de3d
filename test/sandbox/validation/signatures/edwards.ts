import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
	BitString,
	fromBER,
	Integer,
	ObjectIdentifier,
	OctetString,
	Sequence,
	Set as AsnSet,
	Utf8String,
} from 'asn1js';
import {
	AlgorithmIdentifier,
	Attribute,
	AttributeTypeAndValue,
	Certificate,
	ContentInfo,
	EncapsulatedContentInfo,
	IssuerAndSerialNumber,
	PublicKeyInfo,
	SignedAndUnsignedAttributes,
	SignedData,
	SignerInfo,
	Time,
} from 'pkijs';
import { digestOf } from '../../../../sandbox/pdf/cms/algorithms.ts';

/** Keys on Edwards curves, with which neither openssl 3.0 nor pkijs signs (RFC 8410 and 8419). */
export type Curve = 'ed25519' | 'ed448';

const SIGNATURES: Record<Curve, string> = { ed25519: '1.3.101.112', ed448: '1.3.101.113' };

/** Each curve comes with a digest of its own for the content. */
const DIGESTS: Record<Curve, { name: string; algorithm: () => AlgorithmIdentifier }> = {
	ed25519: {
		name: 'sha512',
		algorithm: () => new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.3' }),
	},
	ed448: {
		name: 'shake256',
		algorithm: () =>
			new AlgorithmIdentifier({
				algorithmId: '2.16.840.1.101.3.4.2.18',
				algorithmParams: new Integer({ value: 512 }),
			}),
	},
};

export interface EdwardsHolder {
	curve: Curve;
	key: KeyObject;
	certificate: Certificate;
	/** The certificate, which vouches for itself. */
	root: Uint8Array;
}

export function edwardsHolder(curve: Curve): EdwardsHolder {
	const key = keyOn(curve);
	const name = new AttributeTypeAndValue({
		type: '2.5.4.3',
		value: new Utf8String({ value: `Holder ${curve}` }),
	});
	const certificate = new Certificate({
		version: 2,
		serialNumber: new Integer({ value: 7 }),
		notBefore: new Time({ type: 0, value: new Date('2026-01-01T00:00:00Z') }),
		notAfter: new Time({ type: 0, value: new Date('2036-01-01T00:00:00Z') }),
		subjectPublicKeyInfo: PublicKeyInfo.fromBER(
			Uint8Array.from(createPublicKey(key).export({ format: 'der', type: 'spki' })),
		),
		signature: algorithmOf(curve),
		signatureAlgorithm: algorithmOf(curve),
	});
	certificate.subject.typesAndValues.push(name);
	certificate.issuer.typesAndValues.push(name);
	const signed = certificate.encodeTBS();
	const value = new BitString({
		valueHex: exact(sign(null, Buffer.from(signed.toBER()), key)),
	});
	const whole = new Sequence({ value: [signed, algorithmOf(curve).toSchema(), value] });
	const root = new Uint8Array(whole.toBER());
	return { curve, key, certificate: Certificate.fromBER(root), root };
}

/** A detached signature over the content; without attributes, over nothing else. */
export function signEdwards(
	content: Uint8Array,
	{ curve, key, certificate }: EdwardsHolder,
	{ hasAttributes = true } = {},
): Buffer {
	const { name, algorithm } = DIGESTS[curve];
	const attributes = [
		attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: '1.2.840.113549.1.7.1' })),
		attribute('1.2.840.113549.1.9.4', octets(digestOf(name, [content]))),
	];
	const set = new AsnSet({ value: attributes.map((one) => one.toSchema()) });
	const signed = hasAttributes ? Buffer.from(set.toBER()) : content;
	const info = new SignerInfo({
		version: 1,
		sid: new IssuerAndSerialNumber({
			issuer: certificate.issuer,
			serialNumber: certificate.serialNumber,
		}),
		digestAlgorithm: algorithm(),
		signatureAlgorithm: algorithmOf(curve),
		signature: octets(sign(null, signed, key)),
		...(hasAttributes && {
			signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
		}),
	});
	const data = new SignedData({
		version: 1,
		digestAlgorithms: [algorithm()],
		encapContentInfo: new EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.7.1' }),
		certificates: [certificate],
		signerInfos: [info],
	});
	const file = new ContentInfo({
		contentType: '1.2.840.113549.1.7.2',
		content: data.toSchema(true),
	});
	return Buffer.from(file.toSchema().toBER());
}

const keyOn = (curve: Curve) =>
	(curve === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ed448')).privateKey;

const algorithmOf = (curve: Curve) => new AlgorithmIdentifier({ algorithmId: SIGNATURES[curve] });

const attribute = (type: string, value: ObjectIdentifier | OctetString) =>
	new Attribute({ type, values: [fromBER(value.toBER()).result] });

const exact = (bytes: Uint8Array) => Uint8Array.from(bytes).buffer;
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: exact(bytes) });
