import type { Assurance } from './assurance.ts';
import {
	AUTHORITY_LIFE,
	createAuthority,
	type Authority,
	type StoredAuthority,
} from './authority.ts';
import { signerExtensions, type Use } from './extensions.ts';
import { issue, type KeyHolder, type Life } from './issue.ts';
import { derOf } from './x509.ts';

/** A key with the certificate that names its holder, issued by the authority of this process. */
export interface SigningIdentity extends KeyHolder {
	name: string;
	/** Who says when something was signed. */
	timeStamping: KeyHolder;
}

const MINUTE_MS = 60_000;
const YEARS = 3;

let authority: Promise<Authority> | undefined;

/** The authority of this process; founded when it is first needed. */
export function currentAuthority(): Promise<Authority> {
	authority ??= createAuthority();
	return authority;
}

/** Goes on with an authority that was kept, or with the current one; answers what to keep. */
export async function keepAuthority(stored?: StoredAuthority): Promise<StoredAuthority> {
	if (stored) authority = createAuthority(stored);
	const current = await currentAuthority();
	return await current.export();
}

/** In force for three years from `at` on; without it, as long as the authority itself. */
export async function createIdentity(
	name: string,
	assurance: Partial<Assurance> = {},
	{ at, use = 'signature' }: { at?: Date; use?: Use } = {},
): Promise<SigningIdentity> {
	const { issuing, timeStamping } = await currentAuthority();
	const { quality, legislation } = assurance;
	const holder = await issue({
		name,
		units: [quality, legislation].filter((unit) => unit !== undefined),
		life: at ? lifeFrom(at) : AUTHORITY_LIFE,
		extensions: signerExtensions(assurance, use),
		issuer: issuing,
	});
	return { ...holder, name, timeStamping };
}

function lifeFrom(at: Date): Life {
	// Clocks of those who look at it may be behind.
	const from = new Date(at.getTime() - 5 * MINUTE_MS);
	const to = new Date(at);
	to.setUTCFullYear(at.getUTCFullYear() + YEARS);
	return { from, to: to < AUTHORITY_LIFE.to ? to : AUTHORITY_LIFE.to };
}

/** The root certificates (DER) that a validation in this process trusts. */
export async function trustedRoots(): Promise<Uint8Array[]> {
	const { root } = await currentAuthority();
	return [derOf(root.certificate)];
}

/** For those who check signatures of the sandbox elsewhere. */
export async function rootPem(): Promise<string> {
	const [der = new Uint8Array()] = await trustedRoots();
	const lines =
		Buffer.from(der)
			.toString('base64')
			.match(/.{1,64}/g) ?? [];
	return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
