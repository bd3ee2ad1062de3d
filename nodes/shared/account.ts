import type { IExecuteFunctions } from 'n8n-workflow';

import { addressesOf } from '../../credentials/addresses';
import { keyKind } from '../../credentials/keyKind';
import type { KeyKind } from '../../credentials/keyKind';

/** What nodes need to know of the credential besides the login. */
export interface Account {
	apiKey: string;
	keyKind: KeyKind;
	placeholderPrefix: string;
}

export async function readAccount(context: IExecuteFunctions, itemIndex: number): Promise<Account> {
	const credentials = await context.getCredentials('eSignatureApi', itemIndex);
	return {
		apiKey: String(credentials.apiKey ?? ''),
		keyKind: keyKind(credentials),
		placeholderPrefix: addressesOf(credentials).placeholderPrefix,
	};
}
