import { NodeApiError } from 'n8n-workflow';

import type { CallContext } from '../../shared/client/call';
import { callService, deleteAt, accepting404 } from '../../shared/client/callService';
import { addDescription } from '../../shared/client/errors';
import { fields } from '../../shared/form/field';
import { noticeField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { getRequest, readRequest } from '../../shared/requests/readRequest';
import type { RequestRef } from '../../shared/requests/readRequest';
import { deleteRequestEndpoint } from '../endpoints';
import { requestField } from '../requestForm';

const form = fields(
	noticeField(
		"You can't restore a deleted request or its documents. Skribble withdraws an open one first and emails its signers.",
	),
	requestField,
);

export const operation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete signature request',
		description: 'Delete a request and its documents. Skribble withdraws an open one first.',
	},
	forAgents:
		"Delete a request and its documents for good. Skribble withdraws an open one first and emails its signers. This can't be undone",
	fields: form,
	endpoints: [deleteRequestEndpoint, getRequest],
	done: 'deleted',
	async execute({ context, itemIndex, version, read, callTo }) {
		const { requestId } = read(form);
		const call = callTo(deleteRequestEndpoint, requestId);
		const outcome = await deleteAt(context, call);
		// The owner's delete of an open request may only withdraw it; the second one removes it.
		if (
			outcome === 'deleted' &&
			(await isOnlyWithdrawn(context, { version, requestId, itemIndex }))
		) {
			await callService(context, accepting404(call)).catch((error: unknown) => {
				throw onlyWithdrawn(error);
			});
		}
		return { json: { deleted: true } };
	},
};

/** False if the request can't be read: the delete itself has succeeded. */
async function isOnlyWithdrawn(context: CallContext, ref: RequestRef): Promise<boolean> {
	const seen = await readRequest(context, ref).catch(() => undefined);
	return seen?.status_overall?.toUpperCase() === 'WITHDRAWN';
}

/** Adds to the error of the second call that the first one withdrew the request and notified its signers. */
function onlyWithdrawn(error: unknown): unknown {
	if (!(error instanceof NodeApiError)) return error;
	error.message = `The request was withdrawn but not deleted: ${error.message}`;
	return addDescription(error, 'Delete it again. No one can sign it anymore.');
}
