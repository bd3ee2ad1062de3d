import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

const secretFields = ['apiKey', 'previousApiKey', 'sessionToken', 'validationToken'];

/** Shorter ones would be found in words that have nothing to do with them. */
const SHORTEST_SECRET = 6;

/** What of a credential nobody may read. */
export function secretsIn(credentials: ICredentialDataDecryptedObject): string[] {
	return secretFields
		.map((name) => String(credentials[name] ?? '').trim())
		.filter((secret) => secret.length >= SHORTEST_SECRET);
}
