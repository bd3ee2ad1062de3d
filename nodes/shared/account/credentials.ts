import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

type Reader = Pick<IExecuteFunctions, 'getCredentials'>;

/** What was read for a callback, by its context. */
const ofCallbacks = new WeakMap<Reader, Promise<ICredentialDataDecryptedObject>>();

export async function readCredentials(
	context: Reader,
	itemIndex: number,
): Promise<ICredentialDataDecryptedObject> {
	return (
		(await readOnce(context)) ??
		(await context.getCredentials<ICredentialDataDecryptedObject>('eSignatureApi', itemIndex))
	);
}

/**
 * For a callback n8n opens an isolate of its own at each reading, which costs more than all the rest of it. So
 * there it is read once. In a run the isolate is there already, and another item may have another credential.
 */
export async function readOnce(
	context: Reader,
): Promise<ICredentialDataDecryptedObject | undefined> {
	if (!('getResponseObject' in context)) return undefined;
	const reading =
		ofCallbacks.get(context) ??
		context.getCredentials<ICredentialDataDecryptedObject>('eSignatureApi');
	ofCallbacks.set(context, reading);
	return await reading;
}
