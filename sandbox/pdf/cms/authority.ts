import { webcrypto } from 'node:crypto';
import { Certificate } from 'pkijs';
import { authorityExtensions, timeStampingExtensions } from './extensions.ts';
import { chainUnder, issue, KEY_ALGORITHM, type KeyHolder } from './issue.ts';
import { derOf } from './x509.ts';

/** Root, issuing authority and time-stamp authority: who vouches for every signature of a sandbox. */
export interface Authority {
	root: KeyHolder;
	issuing: KeyHolder;
	timeStamping: KeyHolder;
	/** For keeping it over a restart; holds private keys. */
	export(): Promise<StoredAuthority>;
}

interface StoredKeyHolder {
	/** DER in Base64. */
	certificate: string;
	/** PKCS #8 in Base64. */
	privateKey: string;
}

export interface StoredAuthority {
	root: StoredKeyHolder;
	issuing: StoredKeyHolder;
	timeStamping: StoredKeyHolder;
}

/** The sandbox clock can stand at any date, so its authorities must not expire under it. */
export const AUTHORITY_LIFE = {
	from: new Date('2000-01-01T00:00:00Z'),
	to: new Date('2099-12-31T23:59:59Z'),
};

const NAME = 'eSignature Sandbox';

export async function createAuthority(stored?: StoredAuthority): Promise<Authority> {
	const holders = stored ? await restore(stored) : await found();
	let exported: Promise<StoredAuthority> | undefined;
	// Once, because every sandbox of a process keeps it.
	return { ...holders, export: async () => await (exported ??= packAll(holders)) };
}

async function packAll(holders: Omit<Authority, 'export'>): Promise<StoredAuthority> {
	return {
		root: await pack(holders.root),
		issuing: await pack(holders.issuing),
		timeStamping: await pack(holders.timeStamping),
	};
}

async function found(): Promise<Omit<Authority, 'export'>> {
	const life = AUTHORITY_LIFE;
	const root = await issue({ name: `${NAME} Root`, life, extensions: authorityExtensions(1) });
	const issuing = await issue({
		name: `${NAME} Issuing CA`,
		life,
		extensions: authorityExtensions(0),
		issuer: root,
	});
	const timeStamping = await issue({
		name: `${NAME} Time-Stamp Authority`,
		life,
		extensions: timeStampingExtensions(),
		issuer: issuing,
	});
	return { root, issuing, timeStamping };
}

async function restore(stored: StoredAuthority): Promise<Omit<Authority, 'export'>> {
	const root = await unpack(stored.root, []);
	const issuing = await unpack(stored.issuing, chainUnder(root));
	const timeStamping = await unpack(stored.timeStamping, chainUnder(issuing));
	return { root, issuing, timeStamping };
}

async function pack({ certificate, privateKey }: KeyHolder): Promise<StoredKeyHolder> {
	const key = await webcrypto.subtle.exportKey('pkcs8', privateKey);
	return {
		certificate: Buffer.from(derOf(certificate)).toString('base64'),
		privateKey: Buffer.from(key).toString('base64'),
	};
}

async function unpack(stored: StoredKeyHolder, chain: Certificate[]): Promise<KeyHolder> {
	const key = Buffer.from(stored.privateKey, 'base64');
	const der = Uint8Array.from(Buffer.from(stored.certificate, 'base64'));
	return {
		certificate: Certificate.fromBER(der.buffer),
		privateKey: await webcrypto.subtle.importKey('pkcs8', key, KEY_ALGORITHM, true, ['sign']),
		chain,
	};
}
