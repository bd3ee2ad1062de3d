import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

type CredentialReader = Pick<IExecuteFunctions, 'getCredentials'>;
type Credentials = ICredentialDataDecryptedObject;

const kept = new WeakMap<CredentialReader, Promise<Credentials>>();

/**
 * The credential, read and decrypted once for a run, a poll or a callback: n8n by itself does so for every call,
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
 * Such a token may have expired together with the refused one. n8n replaces a token only once for a call, so that
 * the transport has to send the call again for a login.
 */
export function noteKnownToken(credentials: Credentials): void {
	withKnownToken.add(credentials);
}

const tokens = ['sessionToken', 'validationToken'] as const;

/**
 * A copy of the credential for one call, because n8n writes into it for which interface it logs in. `giveBack` keeps
 * the token that a login wrote into the copy, for all later calls of the run.
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

/** Reads the credential again and says whether a field other than the tokens has changed. */
export async function hasChanged(context: CredentialReader): Promise<boolean> {
	const before = await readCredentials(context);
	forgetCredentials(context);
	const now = await readCredentials(context);
	const names = Object.keys(now).filter((name) => !tokens.some((token) => token === name));
	return names.some((name) => now[name] !== before[name]);
}
