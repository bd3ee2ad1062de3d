import type { IExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { addressesOf } from './addresses';
import type { Law } from './addresses';
import { dialectOf, rulesOf } from './dialect';
import type { Dialect, Rules } from './dialect';

/** What nodes need to know of the credential besides the login. */
export interface Account {
	username: string;
	apiKey: string;
	/** Empty unless the key was changed a short time ago; it checks proofs and does nothing else. */
	previousApiKey: string;
	keyKind: KeyKind;
	placeholderPrefix: string;
	signingAddress: string;
	dialect: Dialect;
	law?: Law;
}

export async function readAccount(
	context: Pick<IExecuteFunctions, 'getCredentials'>,
): Promise<Account> {
	const credentials = await readCredentials(context);
	const { placeholderPrefix, signing: signingAddress, law } = addressesOf(credentials);
	return {
		username: String(credentials.username ?? '').trim(),
		apiKey: String(credentials.apiKey ?? ''),
		previousApiKey: String(credentials.previousApiKey ?? ''),
		keyKind: keyKind(credentials),
		placeholderPrefix,
		signingAddress,
		dialect: dialectOf(credentials),
		law,
	};
}

/** What the service of this credential wants differently from others, in one version of its interface. */
export async function readRules(
	context: Pick<IExecuteFunctions, 'getCredentials'>,
	version: 'v1' | 'v2' | 'v3',
): Promise<Rules> {
	const credentials = await readCredentials(context);
	return rulesOf(dialectOf(credentials), version);
}

export type KeyKind = 'demo' | 'production' | 'unknown';

/** Demo signatures have no legal weight (interface.md part 1), so nodes must be able to say so. */
export function keyKind({ username, apiKey }: { username?: unknown; apiKey?: unknown }): KeyKind {
	const names = [username, apiKey].map((value) => String(value ?? '').trim());
	if (names.some((name) => name.startsWith('api_demo'))) return 'demo';
	if (names.some((name) => /^api_prod(uction)?(?![a-z])/.test(name))) return 'production';
	return 'unknown';
}

type CredentialReader = Pick<IExecuteFunctions, 'getCredentials'>;
type Credentials = ICredentialDataDecryptedObject;

const kept = new WeakMap<CredentialReader, Promise<Credentials>>();

/**
 * The credential, read and decrypted once for a run, a poll or a callback: n8n does so for every call,
 * which takes as long as the call. It is that of the first item, because n8n's helper logs in with it for all items.
 */
export async function readCredentials(context: CredentialReader): Promise<Credentials> {
	const reading = kept.get(context) ?? context.getCredentials<Credentials>('eSignatureApi', 0);
	kept.set(context, reading);
	return await reading;
}

/** For a poll: all polls of a workflow have the same context, for as long as it is published. */
export function forgetCredentials(context: CredentialReader): void {
	kept.delete(context);
}

/** Credentials whose refused token was replaced by a token that this process had already, without a login. */
const withKnownToken = new WeakSet<Credentials>();

/**
 * Such a token may have expired together with the refused one. n8n replaces a token only once for a call, so the
 * client has to send the call again for a login.
 */
export function noteKnownToken(credentials: Credentials): void {
	withKnownToken.add(credentials);
}

export function hasKnownToken(credentials: Credentials): boolean {
	return withKnownToken.has(credentials);
}

const tokens = ['sessionToken', 'validationToken'] as const;

/**
 * Each call works with a copy of the credential, because n8n writes into it for which interface it logs in. A token
 * from a login is kept for all later calls of the context.
 */
export async function withCredentialCopy<T>(
	context: CredentialReader,
	work: (copy: Credentials) => Promise<T>,
): Promise<T> {
	const own = await readCredentials(context);
	const before = { ...own };
	const copy = { ...own };
	try {
		return await work(copy);
	} finally {
		for (const name of tokens) {
			const token = copy[name];
			if (token !== undefined && token !== before[name]) own[name] = token;
		}
	}
}

/** Reads the credential again and says whether a field other than the tokens has changed. */
export async function hasChanged(context: CredentialReader): Promise<boolean> {
	const before = await readCredentials(context);
	forgetCredentials(context);
	const now = await readCredentials(context);
	const names = Object.keys(now).filter((name) => !tokens.some((token) => token === name));
	return names.some((name) => now[name] !== before[name]);
}
