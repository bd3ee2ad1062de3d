import type { IExecuteFunctions } from 'n8n-workflow';

import { addressesOf } from './addresses';
import { keyKind } from './keyKind';
import type { KeyKind } from './keyKind';

/** What nodes need to know of the credential besides the login. */
export interface Account {
	username: string;
	apiKey: string;
	keyKind: KeyKind;
	placeholderPrefix: string;
	signingAddress: string;
}

export async function readAccount(
	context: Pick<IExecuteFunctions, 'getCredentials'>,
	itemIndex = 0,
): Promise<Account> {
	const credentials = await context.getCredentials('eSignatureApi', itemIndex);
	const { placeholderPrefix, signing: signingAddress } = addressesOf(credentials);
	return {
		username: String(credentials.username ?? '').trim(),
		apiKey: String(credentials.apiKey ?? ''),
		keyKind: keyKind(credentials),
		placeholderPrefix,
		signingAddress,
	};
}
