import { readCredentials } from '../account/credentials';
import { secretsIn } from './secrets';
import type { Body } from './body';
import type { Call, CallContext } from './call';
import { proofsIn } from './redact';

/** What a refusal must not show of ours, should the service repeat it: login data, and proofs that we sent. */
export async function ownSecrets(
	context: CallContext,
	{ body }: Pick<Call, 'body'>,
): Promise<string[]> {
	const credentials = await readCredentials(context);
	return [...secretsIn(credentials), ...sentProofs(body)];
}

/** Larger bodies hold a document, whose beginning is all that could be looked through. */
function sentProofs(body: Body | undefined): string[] {
	if (body === undefined || !('json' in body)) return [];
	return Object.values(body.json).flatMap((value) =>
		typeof value === 'string' ? proofsIn(value) : [],
	);
}
