import type { IExecuteFunctions } from 'n8n-workflow';

import { addressesOf } from './addresses';
import type { Law } from './addresses';
import { readCredentials } from './credentials';
import { dialectOf, rulesOf } from './dialect';
import type { Dialect, Rules } from './dialect';
import { keyKind } from './keyKind';
import type { KeyKind } from './keyKind';

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
