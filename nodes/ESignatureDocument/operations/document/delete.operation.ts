import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { deleteDocument as endpoint } from '../../../shared/document/endpoints';
import { deletion, isGone } from '../../../shared/http/deletion';
import { callTo } from '../../../shared/http/endpoint';
import { waitUntil } from '../../../shared/http/limiter/waitUntil';
import { callService, isRefused, refuse } from '../../../shared/http/transport';
import { documentField, noticeField, optionsField } from '../../../shared/operation/fields';
import { numberIn } from '../../../shared/operation/form.schema';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { ApiVersion, Uuid } from '../../../shared/operation/scalars.schema';

const option: Operation['option'] = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete document',
	description: 'Remove a document from the service; this cannot be undone',
};

const forAgents = 'Delete a document for good; this cannot be undone';

const waits = { min: 0, max: 300 };

const fields: INodeProperties[] = [
	noticeField('A deleted document is gone for good.'),
	documentField,
	optionsField([
		{
			displayName: 'Wait for Running Deletion (Seconds)',
			name: 'waitSeconds',
			type: 'number',
			typeOptions: { minValue: waits.min, maxValue: waits.max },
			default: 30,
			description:
				'How long to keep trying while the service is still removing the signature request of the document',
		},
	]),
];

const DEFAULT_WAIT_SECONDS = 30;
const STEP_MS = 2_000;

const Parameters = z.object({
	apiVersion: ApiVersion,
	documentId: Uuid,
	options: z.object({ waitSeconds: numberIn(waits).optional() }),
});

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion, documentId, options } = read(Parameters);
	const call = deletion({
		...callTo(endpoint, documentId),
		version: apiVersion,
		alsoAccept: [403],
		itemIndex,
	});
	const deadlineMs = Date.now() + (options.waitSeconds ?? DEFAULT_WAIT_SECONDS) * 1000;
	let hasWaited = false;
	for (;;) {
		const answer = await callService(context, call);
		// The deletion that we waited for has taken the document along.
		const isTaken = hasWaited && answer.status === 404;
		if (!isRefused(answer) || isGone(answer) || isTaken) return { json: { deleted: true } };

		// A document cannot be deleted while the service removes its request (interface.md 4.2).
		const isWorthWaiting = answer.status === 403 && Date.now() + STEP_MS <= deadlineMs;
		if (!isWorthWaiting) throw refuse(context, call, answer);
		const nextMs = Date.now() + STEP_MS;
		await waitUntil(context, call, () => nextMs);
		hasWaited = true;
	}
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [endpoint],
	done: 'deleted',
	execute,
};
