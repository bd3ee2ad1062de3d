import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../../../shared/account/dialect';
import type { ApiVersion } from '../../../../../shared/http/call';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { outcomeOf } from '../../../../../shared/signatureRequest/requestEvent';
import type { SignatureRequest } from '../../../../../shared/signatureRequest/signatureRequest.schema';
import { keptSignatures } from '../../change/keptSignature';
import { updateRequest } from '../../change/updateRequest';
import type { CallbackUrls } from '../callbackUrls';

/** Its addresses lead to the execution that was killed; from now on this one is to be woken up. */
export async function moveCallbacks(
	item: ItemContext,
	found: SignatureRequest,
	{
		version,
		rules,
		urls,
		entered,
	}: { version: ApiVersion; rules: Rules; urls: CallbackUrls; entered?: IDataObject[] },
): Promise<SignatureRequest> {
	if (outcomeOf(found) !== undefined) return found;
	const { context, itemIndex } = item;
	const signatures = keptSignatures(found, { version, rules, entered });
	if (signatures === undefined) throw cannotWait(item, found);
	const changes = { successUrl: urls.success, updateUrl: urls.update, errorUrl: urls.error };
	return await updateRequest(context, {
		version,
		requestId: found.id,
		itemIndex,
		changes,
		signatures,
		step: 'callbacks',
		what: 'the new callback addresses',
		done: 'The callback addresses were changed',
	}).catch((error: unknown) => {
		throw cannotWait(item, found, error);
	});
}

/** Once someone has signed, the service changes nothing any more (interface.md part 10). */
function cannotWait(
	{ context, itemIndex }: ItemContext,
	{ id }: SignatureRequest,
	error?: unknown,
): NodeOperationError {
	const why = error instanceof Error ? ` The service says: ${error.message}.` : '';
	return new NodeOperationError(
		context.getNode(),
		`The first attempt of this execution has sent the request ${id} already, and this one cannot wait for it`,
		{
			itemIndex,
			description: `Nothing was sent again.${why} Its callbacks lead to the first attempt, and cannot be changed once someone has signed. Let the E-Signature Polling Trigger start a workflow when it has ended, and go on from there.`,
		},
	);
}
