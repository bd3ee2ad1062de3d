import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Body } from './body';
import type { Call } from './call';
import { secretsInAddress } from './redact';

const secretFields = ['apiKey', 'previousApiKey', 'sessionToken', 'validationToken'];

/** In a refusal; shorter ones would be found in words that have nothing to do with them. */
const SHORTEST_IN_REFUSAL = 6;
/** In an answer, where an id must not be mistaken for one. */
const SHORTEST_IN_ANSWER = 16;

/** What an answer must not show of ours, should the service repeat it: login data and access codes. */
export function secretsForAnswer(
	credentials: ICredentialDataDecryptedObject,
	call: Pick<Call, 'secretHeaders'>,
): string[] {
	return ownData(credentials, call).filter(({ length }) => length >= SHORTEST_IN_ANSWER);
}

/** And a refusal, which may repeat all that we sent: also what callback addresses hold. */
export function secretsForRefusal(
	credentials: ICredentialDataDecryptedObject,
	call: Pick<Call, 'body' | 'secretHeaders'>,
): string[] {
	const own = ownData(credentials, call).filter(({ length }) => length >= SHORTEST_IN_REFUSAL);
	return [...own, ...sentInAddresses(call.body)];
}

function ownData(
	credentials: ICredentialDataDecryptedObject,
	{ secretHeaders = {} }: Pick<Call, 'secretHeaders'>,
): string[] {
	const login = secretFields.map((name) => String(credentials[name] ?? '').trim());
	return [...login, ...Object.values(secretHeaders)];
}

/** Larger bodies hold a document, whose beginning is all that could be looked through. */
function sentInAddresses(body: Body | undefined): string[] {
	if (body === undefined || !('json' in body)) return [];
	return Object.values(body.json).flatMap((value) =>
		typeof value === 'string' ? secretsInAddress(value) : [],
	);
}
