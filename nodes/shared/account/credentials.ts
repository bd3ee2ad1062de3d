import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

type CredentialReader = Pick<IExecuteFunctions, 'getCredentials'>;
type Credentials = ICredentialDataDecryptedObject;

const kept = new WeakMap<CredentialReader, Promise<Credentials>>();

/**
 * Read and decrypted once for a run, a poll or a callback: by itself n8n does so for every call, which takes it
 * as long as the call. It is the one of the first item, because that is what n8n's helper logs in with for all.
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

/** Those whose refused token was replaced by one that this process had already. */
const withKnownToken = new WeakSet<Credentials>();

/** That one may have ended together with the one it replaces, and n8n asks for another only once. */
export function noteKnownToken(credentials: Credentials): void {
	withKnownToken.add(credentials);
}

const tokens = ['sessionToken', 'validationToken'] as const;

/**
 * For one call, because n8n notes in it for which interface it logs in. What it got by a login is given back, and
 * good for all later calls of the run.
 */
export async function lendCredentials(
	context: CredentialReader,
): Promise<{ data: Credentials; giveBack: () => void; isLoginLeft: () => boolean }> {
	const own = await readCredentials(context);
	const before = { ...own };
	const data = { ...own };
	const giveBack = () => {
		for (const name of tokens) {
			const token = data[name];
			if (token !== undefined && token !== before[name]) own[name] = token;
		}
	};
	return { data, giveBack, isLoginLeft: () => withKnownToken.has(data) };
}

/** Reads it anew; whether it has changed since. */
export async function hasChanged(context: CredentialReader): Promise<boolean> {
	const before = await readCredentials(context);
	forgetCredentials(context);
	const now = await readCredentials(context);
	const names = Object.keys(now).filter((name) => !tokens.some((token) => token === name));
	return names.some((name) => now[name] !== before[name]);
}
