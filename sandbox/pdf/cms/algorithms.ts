import { constants, createHash, createVerify, verify, type KeyObject } from 'node:crypto';
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs';
import { OID } from './objectIdentifiers.ts';

/** Content that is hashed piece by piece, so that a large file is never copied. */
export type Pieces = readonly Uint8Array[];

/** How a signature was made. */
interface SignatureScheme {
	keys: readonly string[];
	/** EdDSA hashes by itself. */
	digest: string | null;
	padding?: number;
	saltLength?: number;
	dsaEncoding?: 'der' | 'ieee-p1363';
}

/** The algorithm is not one of those that the sandbox can calculate. */
export class UnknownAlgorithmError extends Error {}

const DIGESTS: Record<string, string> = {
	'1.2.840.113549.2.5': 'md5',
	'1.3.36.3.2.1': 'ripemd160',
	[OID.sha1]: 'sha1',
	[OID.sha256]: 'sha256',
	'2.16.840.1.101.3.4.2.2': 'sha384',
	'2.16.840.1.101.3.4.2.3': 'sha512',
	'2.16.840.1.101.3.4.2.4': 'sha224',
	'2.16.840.1.101.3.4.2.8': 'sha3-256',
	'2.16.840.1.101.3.4.2.9': 'sha3-384',
	'2.16.840.1.101.3.4.2.10': 'sha3-512',
	'2.16.840.1.101.3.4.2.12': 'shake256',
	[OID.shake256WithLength]: 'shake256',
};
/** In signatures it gives 512 bits (RFC 8419 and 8702); by itself it gives fewer. */
const SHAKE256_BYTES = 64;

const rsa = (digest?: string) => ({ keys: ['rsa'], digest });
const ec = (digest?: string) => ({ keys: ['ec'], digest });
/** Two numbers side by side, as the BSI writes them (TR-03111). */
const plainEc = (digest: string) => ({ ...ec(digest), dsaEncoding: 'ieee-p1363' as const });
const edwards = (key: string) => ({ keys: [key], digest: null });

/** Without a digest of its own, an algorithm takes that of the signer. */
type NamedScheme = Omit<SignatureScheme, 'digest'> & { digest?: string | null };
const SCHEMES: Record<string, NamedScheme> = {
	'1.2.840.113549.1.1.1': rsa(),
	'1.2.840.113549.1.1.4': rsa('md5'),
	'1.2.840.113549.1.1.5': rsa('sha1'),
	'1.2.840.113549.1.1.11': rsa('sha256'),
	'1.2.840.113549.1.1.12': rsa('sha384'),
	'1.2.840.113549.1.1.13': rsa('sha512'),
	'1.2.840.113549.1.1.14': rsa('sha224'),
	'2.16.840.1.101.3.4.3.14': rsa('sha3-256'),
	'2.16.840.1.101.3.4.3.15': rsa('sha3-384'),
	'2.16.840.1.101.3.4.3.16': rsa('sha3-512'),
	'1.2.840.10045.2.1': ec(),
	'1.2.840.10045.4.1': ec('sha1'),
	'1.2.840.10045.4.3.1': ec('sha224'),
	'1.2.840.10045.4.3.2': ec('sha256'),
	'1.2.840.10045.4.3.3': ec('sha384'),
	'1.2.840.10045.4.3.4': ec('sha512'),
	'2.16.840.1.101.3.4.3.10': ec('sha3-256'),
	'2.16.840.1.101.3.4.3.11': ec('sha3-384'),
	'2.16.840.1.101.3.4.3.12': ec('sha3-512'),
	'0.4.0.127.0.7.1.1.4.1.3': plainEc('sha256'),
	'0.4.0.127.0.7.1.1.4.1.4': plainEc('sha384'),
	'0.4.0.127.0.7.1.1.4.1.5': plainEc('sha512'),
	'1.3.101.112': edwards('ed25519'),
	'1.3.101.113': edwards('ed448'),
};

export function digestNamed(id: string): string {
	const digest = DIGESTS[id];
	if (!digest) throw new UnknownAlgorithmError(`Unknown digest ${id}`);
	return digest;
}

export function digestOf(algorithm: string, content: Pieces): Buffer {
	const isShake = algorithm === 'shake256';
	const hash = createHash(algorithm, isShake ? { outputLength: SHAKE256_BYTES } : {});
	for (const piece of content) hash.update(piece);
	return hash.digest();
}

/** `ownDigest` is what the signer hashes with, for algorithms that leave it open. */
export function schemeOf(algorithm: AlgorithmIdentifier, ownDigest: string): SignatureScheme {
	if (algorithm.algorithmId === OID.rsaPss) return pssScheme(algorithm);
	const scheme = SCHEMES[algorithm.algorithmId];
	if (!scheme) throw new UnknownAlgorithmError(`Unknown signature ${algorithm.algorithmId}`);
	return { ...scheme, digest: scheme.digest === undefined ? ownDigest : scheme.digest };
}

function pssScheme({ algorithmParams: schema }: AlgorithmIdentifier): SignatureScheme {
	const { hashAlgorithm, maskGenAlgorithm, saltLength } = new RSASSAPSSParams({ schema });
	const mask = new AlgorithmIdentifier({ schema: maskGenAlgorithm.algorithmParams });
	// node:crypto takes the same digest for both.
	if (mask.algorithmId !== hashAlgorithm.algorithmId) {
		throw new UnknownAlgorithmError('RSA-PSS with two digests');
	}
	const padding = constants.RSA_PKCS1_PSS_PADDING;
	const digest = digestNamed(hashAlgorithm.algorithmId);
	return { keys: ['rsa', 'rsa-pss'], digest, padding, saltLength };
}

export function isSignedBy(
	key: KeyObject,
	content: Pieces,
	signature: Uint8Array,
	scheme: SignatureScheme,
): boolean {
	const { keys, digest, ...options } = scheme;
	if (!keys.includes(key.asymmetricKeyType ?? '')) return false;
	if (digest === null) return verify(null, Buffer.concat(content), key, signature);
	const verifier = createVerify(digest);
	for (const piece of content) verifier.update(piece);
	return verifier.verify({ key, ...options }, signature);
}

const WEAK_DIGESTS = new Set(['md5', 'ripemd160', 'sha1']);
/** SOG-IS, and after it ETSI TS 119 312, take RSA from 1900 bits on. */
const FEWEST_RSA_BITS = 1900;

/** Not to be relied on any more without a proof of how old the signature is. */
export function weaknessOf(
	digests: ReadonlyArray<string | null>,
	key: KeyObject,
): string | undefined {
	const weak = digests.map((digest) => (digest === null ? undefined : weakDigest(digest)));
	const bits = key.asymmetricKeyDetails?.modulusLength ?? Infinity;
	return weak.find(Boolean) ?? (bits < FEWEST_RSA_BITS ? `RSA with ${bits} bits` : undefined);
}

export const weakDigest = (digest: string) =>
	WEAK_DIGESTS.has(digest) ? digest.toUpperCase().replace('SHA', 'SHA-') : undefined;
