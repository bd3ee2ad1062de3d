import { deleteDocument as endpoint } from '../../shared/documents/documentCalls';
import { callService, isGone, refuse, accepting404 } from '../../shared/client/callService';
import { callTo } from '../../shared/client/call';
import { waitUntil } from '../../shared/client/limiter/limiter';
import { field, fields } from '../../shared/form/field';
import { documentField, noticeField, optionsField } from '../../shared/form/fields';
import type { ItemContext, Operation } from '../../shared/execution/operation';

const option: Operation['option'] = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete document',
	description: "Delete a document from Skribble. You can't restore it.",
};

const forAgents = "Delete a document for good. This can't be undone";

const waitField = field({
	displayName: 'Wait for Deletion (Seconds)',
	name: 'waitSeconds',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 300 },
	default: 30,
	description: "How long to retry while Skribble still deletes the document's signature request",
});

const form = fields(
	noticeField("You can't restore a deleted document."),
	documentField,
	optionsField([waitField]),
);

const STEP_MS = 2_000;

async function execute({ context, itemIndex, version, read }: ItemContext) {
	const { documentId, options } = read(form);
	const { waitSeconds = waitField.default } = options;
	const call = accepting404({
		...callTo(endpoint, documentId),
		version,
		alsoAccept: [403],
		itemIndex,
	});
	const deadlineMs = Date.now() + waitSeconds * 1000;
	let hasWaited = false;
	for (;;) {
		const answer = await callService(context, call);
		// The deletion that we waited for has taken the document along.
		const isTaken = hasWaited && answer.status === 404;
		if (answer.outcome === 'done' || isGone(answer) || isTaken) return { json: { deleted: true } };

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
	fields: form,
	endpoints: [endpoint],
	done: 'deleted',
	execute,
};
