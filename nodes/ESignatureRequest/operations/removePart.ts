import type { IExecuteFunctions } from 'n8n-workflow';

import { callService, isRefused, refuse } from '../../shared/http/transport';
import type { Call } from '../../shared/http/call';

/** Removes a signer, an observer or an attachment; may be repeated, since gone is gone. */
export async function removePart(
	context: IExecuteFunctions,
	place: Pick<Call, 'version' | 'path' | 'itemIndex'>,
) {
	const call: Call = { ...place, method: 'DELETE', repeatable: true, alsoAccept: [404] };
	const answer = await callService(context, call);
	// Gone already, by an earlier attempt of ours whose answer was lost.
	const isGone = answer.status === 404 && answer.attempts > 1;
	if (isRefused(answer) && !isGone) throw refuse(context, call, answer);
	return { json: { deleted: true } };
}
