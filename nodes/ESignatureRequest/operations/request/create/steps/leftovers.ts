import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { deleteDocument } from '../../../../../shared/document/endpoints';
import { deletion } from '../../../../../shared/http/deletion';
import { callTo } from '../../../../../shared/http/endpoint';
import type { Endpoint } from '../../../../../shared/http/endpoint';
import { mayHaveActed } from '../../../../../shared/http/failure';
import { callService } from '../../../../../shared/http/transport';
import { forgetStep } from '../../../../../shared/operation/once';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { deleteRequestEndpoint } from '../../../endpoints';

/** What a create of several steps has made so far. */
export interface Made {
	/** Only what this item has uploaded itself, with the name of the step. */
	documents: Array<{ id: string; step: string }>;
	/** True when the draft also holds documents that were there before. */
	holdsOthers: boolean;
	draft?: { id: string; step: string };
}

/**
 * Completes the error of a later step: it names everything that exists by now, or that it was deleted
 * again. While it is unknown whether the step was carried out, nothing is deleted.
 */
export async function withLeftovers(
	item: ItemContext,
	error: unknown,
	{ made, deleteLeftovers }: { made: Made; deleteLeftovers: boolean },
): Promise<unknown> {
	const isOurs = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (!isOurs || (made.documents.length === 0 && made.draft === undefined)) return error;

	const words = deleteLeftovers ? await clearAway(item, made, error) : remains(made);
	const before = error.description?.replace(/ ?Nothing was sent\./, '');
	error.description = [before, words].filter(Boolean).join('\n');
	return error;
}

async function clearAway(item: ItemContext, made: Made, error: Error): Promise<string> {
	if (mayHaveActed(error)) {
		return `${remains(made)} Nothing was deleted, since the service may have carried out the last step.`;
	}
	if (made.draft && made.holdsOthers) {
		return `${remains(made)} Nothing was deleted: with the draft the service would also delete its documents, and some of them were there before.`;
	}
	const endpoints = made.draft
		? [callTo(deleteRequestEndpoint, made.draft.id)]
		: made.documents.map(({ id }) => callTo(deleteDocument, id));
	const named = listOf(made);
	try {
		for (const endpoint of endpoints) await remove(item, endpoint);
	} catch {
		return `${remains(made)} Deleting it again did not succeed as a whole.`;
	}
	const steps = [...made.documents, ...(made.draft ? [made.draft] : [])];
	for (const { step } of steps) forgetStep(item.context, item.itemIndex, { step });
	return `What this item had made before was deleted again: ${named}.`;
}

/** A draft takes its documents with it (interface.md 4.3). */
async function remove({ context, itemIndex }: ItemContext, endpoint: Endpoint): Promise<void> {
	await callService(context, deletion({ ...endpoint, version: 'v3', itemIndex }));
}

function remains(made: Made): string {
	const next = made.draft
		? 'Fix the cause, then start it with Initiate, or remove it with Delete.'
		: 'Use them under Document From: Uploaded Document, or remove them with the Document node.';
	return `Already there: ${listOf(made)}. ${next}`;
}

function listOf({ documents, draft }: Made): string {
	const ids = documents.map(({ id }) => id).join(', ');
	const uploaded = documents.length > 0 ? [`uploaded documents ${ids}`] : [];
	return [...(draft ? [`draft request ${draft.id}`] : []), ...uploaded].join(', with ');
}
