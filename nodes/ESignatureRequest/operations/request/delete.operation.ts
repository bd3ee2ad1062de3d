import { NodeApiError } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Call, CallContext } from '../../../shared/http/call';
import { deleteAt, deletion } from '../../../shared/http/deletion';
import { callTo } from '../../../shared/http/endpoint';
import { callService } from '../../../shared/http/transport';
import { noticeField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { ApiVersion, Uuid } from '../../../shared/operation/scalars.schema';
import { getRequest, readRequest } from '../../../shared/signatureRequest/readRequest';
import type { RequestRef } from '../../../shared/signatureRequest/readRequest';
import { deleteRequestEndpoint } from '../endpoints';
import { requestField } from '../requestField';

const option: Operation['option'] = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete signature request',
	description: 'Remove a request and its documents; an open one is withdrawn first',
};

const forAgents =
	'Delete a request and its documents for good; an open one is withdrawn first, with emails to its signers. This cannot be undone';

const fields = [
	noticeField(
		'A deleted request and its documents are gone for good. An open one is withdrawn first, and its signers get an email.',
	),
	requestField,
];

const Parameters = z.object({ apiVersion: ApiVersion, requestId: Uuid });

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, requestId } = read(Parameters);
	const call: Call = { ...callTo(deleteRequestEndpoint, requestId), version, itemIndex };
	const outcome = await deleteAt(context, call);
	// The owner's delete of an open request may only withdraw it; the second one removes it.
	if (
		outcome === 'deleted' &&
		(await isOnlyWithdrawn(context, { version, requestId, itemIndex }))
	) {
		await callService(context, deletion(call)).catch((error: unknown) => {
			throw onlyWithdrawn(error);
		});
	}
	return { json: { deleted: true } };
}

/** Only a look at what was done by then: where it fails, the delete has succeeded anyway. */
async function isOnlyWithdrawn(context: CallContext, ref: RequestRef): Promise<boolean> {
	const seen = await readRequest(context, ref).catch(() => undefined);
	return seen?.status_overall?.toUpperCase() === 'WITHDRAWN';
}

/** The first call has ended the request and notified its signers, of which the refusal of the second says nothing. */
function onlyWithdrawn(error: unknown): unknown {
	if (!(error instanceof NodeApiError)) return error;
	error.message = `The request is withdrawn now, but deleting it failed: ${error.message}`;
	const words = 'It can no longer be signed. To remove it, run Delete again.';
	error.description = [error.description, words].filter(Boolean).join('\n');
	return error;
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [deleteRequestEndpoint, getRequest],
	done: 'deleted',
	execute,
};
