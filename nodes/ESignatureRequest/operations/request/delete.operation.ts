import { z } from 'zod';

import type { Operation, Turn } from '../../../shared/operation/operation';
import { ApiVersion, Uuid } from '../../../shared/operation/scalars.schema';
import { callService, isRefused, readJson, refuse } from '../../../shared/http/transport';
import type { Call, CallContext } from '../../../shared/http/call';
import { requestField } from '../../fields';
import { pathOf } from '../../../shared/signatureRequest/readRequest';
import { SignatureRequest } from '../../../shared/signatureRequest/signatureRequest.schema';

const option: Operation['option'] = {
	name: 'Delete',
	value: 'delete',
	action:
		'Delete a request and its documents for good; an open one is withdrawn first, with e-mails to its signers. This cannot be undone',
	description: 'Remove a request and its documents; an open one is withdrawn first',
};

const fields = [requestField];

const Parameters = z.object({ apiVersion: ApiVersion, requestId: Uuid });

async function execute({ context, itemIndex, read }: Turn) {
	const { apiVersion: version, requestId } = read(Parameters);
	const call: Call = {
		version,
		method: 'DELETE',
		path: pathOf(requestId),
		purpose: 'deleteRequest',
		repeatable: true,
		alsoAccept: [404],
		itemIndex,
	};
	const answer = await callService(context, call);
	// Gone already, by an earlier attempt of ours whose answer was lost.
	const isGone = answer.status === 404 && answer.attempts > 1;
	if (isRefused(answer) && !isGone) throw refuse(context, call, answer);

	// The owner's delete of an open request may only withdraw it; the second one removes it.
	if (!isGone && (await isOnlyWithdrawn(context, call))) await callService(context, call);
	return { json: { deleted: true } };
}

async function isOnlyWithdrawn(context: CallContext, deletion: Call): Promise<boolean> {
	const call: Call = { ...deletion, method: 'GET', alsoAccept: [403, 404, 406, 410] };
	const answer = await callService(context, call);
	if (isRefused(answer)) return false;
	return readJson(context, call, answer, SignatureRequest).status_overall === 'WITHDRAWN';
}

export const deleteRequest: Operation = { option, fields, execute };
