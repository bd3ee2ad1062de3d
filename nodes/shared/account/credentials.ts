import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { perRun } from '../memory/perRun';

type Reader = Pick<IExecuteFunctions, 'getCredentials'>;

const readForCallback = perRun(
	async (context: Reader) =>
		await context.getCredentials<ICredentialDataDecryptedObject>('eSignatureApi'),
);

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
	return 'getResponseObject' in context ? await readForCallback(context) : undefined;
}
