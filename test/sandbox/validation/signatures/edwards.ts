import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { ObjectIdentifier } from 'asn1js';
import { digestOf } from '../../../../sandbox/pdf/cms/algorithms.ts';

/** Keys on Edwards curves, with which neither openssl 3.0 nor pkijs signs (RFC 8410 and 8419); written as DER. */
export type Curve = 'ed25519' | 'ed448';

export interface EdwardsHolder {
	curve: Curve;
	key: KeyObject;
	/** The certificate, which vouches for itself. */
	root: Uint8Array;
}

const value = (tag: number, ...parts: Uint8Array[]): Buffer => {
	const content = Buffer.concat(parts);
	const size = content.length;
	// The shortest form is the only one that DER allows.
	const length =
		size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
	return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Uint8Array[]) => value(0x30, ...parts);
const set = (...parts: Uint8Array[]) => value(0x31, ...parts);
const octets = (bytes: Uint8Array) => value(0x04, bytes);
const oid = (name: string) => Buffer.from(new ObjectIdentifier({ value: name }).toBER());
const explicit = (...parts: Uint8Array[]) => value(0xa0, ...parts);

const ONE = value(0x02, Buffer.from([1]));
const TWO = value(0x02, Buffer.from([2]));
const SERIAL = value(0x02, Buffer.from([7]));
const DATA = oid('1.2.840.113549.1.7.1');
const LIFE = sequence(
	...['260101000000Z', '360101000000Z'].map((time) => value(0x17, Buffer.from(time))),
);

const SIGNATURES: Record<Curve, Buffer> = {
	ed25519: sequence(oid('1.3.101.112')),
	ed448: sequence(oid('1.3.101.113')),
};
/** Each curve comes with a digest of its own for the content; that of 448 states its 512 bits. */
const DIGESTS: Record<Curve, { name: string; algorithm: Buffer }> = {
	ed25519: { name: 'sha512', algorithm: sequence(oid('2.16.840.1.101.3.4.2.3')) },
	ed448: {
		name: 'shake256',
		algorithm: sequence(oid('2.16.840.1.101.3.4.2.18'), value(0x02, Buffer.from([2, 0]))),
	},
};

const nameOf = (curve: Curve) =>
	sequence(set(sequence(oid('2.5.4.3'), value(0x0c, Buffer.from(`Holder ${curve}`)))));

export function edwardsHolder(curve: Curve): EdwardsHolder {
	// Each of the two has its own signature of this function.
	const pair = curve === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ed448');
	const key = pair.privateKey;
	const holder = createPublicKey(key).export({ format: 'der', type: 'spki' });
	const name = nameOf(curve);
	const [algorithm, version] = [SIGNATURES[curve], explicit(TWO)];
	const signed = sequence(version, SERIAL, algorithm, name, LIFE, name, holder);
	const signature = value(0x03, Buffer.from([0]), sign(null, signed, key));
	return { curve, key, root: sequence(signed, algorithm, signature) };
}

/** A detached signature over the content; without attributes, over nothing else. */
export function signEdwards(
	content: Uint8Array,
	{ curve, key, root }: EdwardsHolder,
	{ hasAttributes = true } = {},
): Buffer {
	const { name, algorithm } = DIGESTS[curve];
	const attributes = [
		sequence(oid('1.2.840.113549.1.9.3'), set(DATA)),
		sequence(oid('1.2.840.113549.1.9.4'), set(octets(digestOf(name, [content])))),
	];
	const signer = sequence(
		...[ONE, sequence(nameOf(curve), SERIAL), algorithm],
		...(hasAttributes ? [explicit(...attributes)] : []),
		...[SIGNATURES[curve], octets(sign(null, hasAttributes ? set(...attributes) : content, key))],
	);
	const data = sequence(ONE, set(algorithm), sequence(DATA), explicit(root), set(signer));
	return sequence(oid('1.2.840.113549.1.7.2'), explicit(data));
}
