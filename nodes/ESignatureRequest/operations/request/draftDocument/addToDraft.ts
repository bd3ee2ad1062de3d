import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isSameId } from '../../../../shared/answer/aboutId';
import { mayHaveActed } from '../../../../shared/http/failure';
import { sendOnce } from '../../../../shared/operation/once';
import type { ItemContext } from '../../../../shared/operation/operation';
import { readRequest } from '../../../../shared/signatureRequest/readRequest';
import type { RequestRef } from '../../../../shared/signatureRequest/readRequest';
import { documentsOf } from '../../../../shared/signatureRequest/signatureRequest.schema';
import type { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { readAfterwards } from '../../changeRequest';
import { addInEitherForm } from './eitherForm';
import type { DraftAddition } from './eitherForm';

interface Added {
	request: SignatureRequest;
	documentId: string;
}

/** The request is looked at before and after: the call itself need not show which document is new. */
export async function addToDraft(item: ItemContext, addition: DraftAddition): Promise<Added> {
	const { context, itemIndex } = item;
	const { source } = addition;
	const ref = refOf(item, addition);
	const { ids: before } = await sendOnce(context, itemIndex, {
		step: 'look',
		what: 'nothing',
		send: async () => ({ ids: draftDocuments(item, await readRequest(context, ref)) }),
	});
	const present = 'documentId' in source && before.find((id) => isSameId(id, source.documentId));
	if (!present) {
		await sendOnce(context, itemIndex, {
			step: 'add',
			what: 'this document',
			send: async () => {
				await addUnlessShown(item, addition, before);
				return {};
			},
		});
	}
	const request = await readAfterwards(context, { ...ref, done: 'The document was added' });
	const documentId = present || newDocument(request, before);
	if (documentId === undefined) throw notShown(item);
	return { request, documentId };
}

function refOf({ itemIndex }: ItemContext, { requestId }: DraftAddition): RequestRef {
	return { version: 'v3', requestId, itemIndex };
}

/** A draft has a document at least (interface.md 2.5): where none was shown before, any could be the new one. */
function newDocument(request: SignatureRequest, before: string[]): string | undefined {
	if (before.length === 0) return undefined;
	return documentsOf(request).find(({ id }) => !before.includes(id))?.id;
}

/** The ids of its documents. A refusal of anything but a draft would say nothing about the form that was sent. */
function draftDocuments({ context, itemIndex }: ItemContext, request: SignatureRequest): string[] {
	const { status_overall: status = 'DRAFT' } = request;
	if (status.toUpperCase() === 'DRAFT') return documentsOf(request).map(({ id }) => id);
	throw new NodeOperationError(
		context.getNode(),
		`Only a draft takes documents, and this request is ${status}`,
		{ itemIndex, description: 'Create another request for this document. Nothing was sent.' },
	);
}

/** Without an answer the request itself shows whether the document has arrived. */
async function addUnlessShown(
	item: ItemContext,
	addition: DraftAddition,
	before: string[],
): Promise<void> {
	const failure = await addInEitherForm(item, addition).then(
		() => undefined,
		(error: unknown) => ({ error }),
	);
	if (failure === undefined) return;
	if (!mayHaveActed(failure.error)) throw failure.error;
	const now = await readRequest(item.context, refOf(item, addition)).catch(() => undefined);
	if (now === undefined || newDocument(now, before) === undefined) throw failure.error;
}

function notShown({ context, itemIndex }: ItemContext): NodeApiError {
	return new NodeApiError(
		context.getNode(),
		{},
		{
			message: 'The service took the document, but the request does not show it',
			description:
				'It was not sent again, so that it is not there twice. Read the request with Get; if the document is still missing, create the request again with all documents.',
			itemIndex,
		},
	);
}
