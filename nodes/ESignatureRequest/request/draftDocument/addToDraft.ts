import { NodeApiError } from 'n8n-workflow';

import { isSameId, callService, refuse, deleteAt } from '../../../shared/client/callService';
import { outcomeOf, addDescription } from '../../../shared/client/errors';
import { sendOnce, deleteCheckpoint } from '../../../shared/execution/checkpoints';
import type { ItemContext } from '../../../shared/execution/operation';
import { readRequest } from '../../../shared/requests/readRequest';
import type { RequestRef } from '../../../shared/requests/readRequest';
import { documentsOf } from '../../../shared/requests/signatureRequest.schema';
import type { SignatureRequest } from '../../../shared/requests/signatureRequest.schema';
import { readAfterwards } from '../../changeRequest';
import { readRules } from '../../../shared/account/account';
import { bodyWithContent } from '../../../shared/documents/pdf';
import type { Pdf } from '../../../shared/documents/pdf';
import {
	pdfOfDocument,
	Document,
	deleteDocument,
	upload,
} from '../../../shared/documents/documentCalls';
import type { NewSource } from '../../../shared/documents/documentCalls';
import type { Source } from '../../../shared/documents/source';
import type { Body, Endpoint } from '../../../shared/client/call';
import { readRefusal } from '../../../shared/client/problem';
import { unknownId } from '../../../shared/client/problemTable';
import { draftDocumentRefusals, LOOK_FOR_FILE } from '../../endpoints';

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
function draftDocuments({ error }: ItemContext, request: SignatureRequest): string[] {
	const { status_overall: status = 'DRAFT' } = request;
	if (status.toUpperCase() === 'DRAFT') return documentsOf(request).map(({ id }) => id);
	throw error(
		`You can only add documents to a draft, and this request is ${status}`,
		'Create a new request for this document. Nothing was sent.',
	);
}

/** Without an answer the request itself shows whether the document has arrived. */
async function addUnlessShown(
	item: ItemContext,
	addition: DraftAddition,
	before: string[],
): Promise<void> {
	await addByIdOrContent(item, addition).catch(async (error: unknown) => {
		if (outcomeOf(error) !== 'unknown') throw error;
		const now = await readRequest(item.context, refOf(item, addition)).catch(() => undefined);
		if (now === undefined || newDocument(now, before) === undefined) throw error;
	});
}

function notShown({ context, itemIndex }: ItemContext): NodeApiError {
	return new NodeApiError(
		context.getNode(),
		{},
		{
			message: "Skribble accepted the document, but the request doesn't show it",
			description:
				'Check the request with Get. If the document is still missing, create a new request with all documents.',
			itemIndex,
		},
	);
}

export const addDraftDocument: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/documents',
	howToCheck: LOOK_FOR_FILE,
	refusals: [...draftDocumentRefusals, unknownId('Signature Request or Document')],
};

interface DraftAddition {
	requestId: string;
	source: Source;
	/** Of a file that isn't uploaded yet. */
	title: string;
	timeoutSeconds?: number;
}

/**
 * The contract leaves open whether the call takes a file or the ID of an upload (interface.md 4.3). Files are sent as
 * files first. The rules of the region decide for an ID (interface.md part 10). After a sure refusal, the other follows.
 */
async function addByIdOrContent(item: ItemContext, addition: DraftAddition): Promise<void> {
	const { source } = addition;
	if ('documentId' in source) await addById(item, addition, source.documentId);
	else if ('pdf' in source) await addFile(item, addition, source.pdf);
	else await addFetched(item, addition, source);
}

async function addFile(item: ItemContext, addition: DraftAddition, pdf: Pdf): Promise<void> {
	const refusal = await send(item, addition, withContent(addition.title, pdf));
	if (refusal === undefined) return;
	const id = await uploadOnce(item, { ...addition, source: { pdf } });
	await orRemoveUpload(item, id, async () => await sendOther(item, addition, byId(id), refusal));
}

/** The service fetches a file by its address only when it is uploaded. */
async function addFetched(
	item: ItemContext,
	addition: DraftAddition,
	source: { fileUrl: string },
): Promise<void> {
	const id = await uploadOnce(item, { ...addition, source });
	const sentAs = await orRemoveUpload(item, id, async () => await addById(item, addition, id));
	if (sentAs === 'id') return;
	const message = await removeUpload(item, id);
	if (message === '') return;
	item.context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
}

async function addById(
	item: ItemContext,
	addition: DraftAddition,
	id: string,
): Promise<'id' | 'content'> {
	const { timeoutSeconds } = addition;
	const bodies = {
		id: async () => byId(id),
		content: async () => {
			const pdf = await pdfOfDocument(item, { documentId: id, version: 'v3', timeoutSeconds });
			return withContent(pdf.fileName ?? id, pdf);
		},
	};
	const { draftDocumentAs: first } = await readRules(item.context, 'v3');
	const refusal = await send(item, addition, await bodies[first]());
	if (refusal === undefined) return first;
	const second = first === 'id' ? 'content' : 'id';
	await sendOther(item, addition, await bodies[second](), refusal);
	return second;
}

/** Services read one of the two names. */
function byId(id: string): Body {
	return { json: { id, document_id: id } };
}

function withContent(title: string, pdf: Pdf): Body {
	return bodyWithContent({ title, content_type: 'application/pdf' }, pdf);
}

const MAYBE_WRONG_BODY = [400, 422];

/** Returns the refusal if another body may help. Then nothing was added. */
async function send(
	{ context, callTo }: ItemContext,
	{ requestId, timeoutSeconds }: DraftAddition,
	body: Body,
): Promise<Error | undefined> {
	const call = {
		...callTo(addDraftDocument, requestId),
		body,
		alsoAccept: MAYBE_WRONG_BODY,
		timeoutSeconds,
	};
	const answer = await callService(context, call);
	if (answer.outcome === 'done') return undefined;
	const refusal = refuse(context, call, answer);
	const { key = '' } = readRefusal(answer.status, String(answer.body ?? ''));
	// Malware or a damaged PDF is refused in either body.
	if (key.startsWith('file.')) throw refusal;
	return refusal;
}

async function sendOther(
	item: ItemContext,
	addition: DraftAddition,
	body: Body,
	first: Error,
): Promise<void> {
	const second = await send(item, addition, body);
	if (second === undefined) return;
	const { description } = first as NodeApiError;
	throw addDescription(
		second,
		`Skribble refused the document as a file and by its ID. ${description}`,
	);
}

/** Keeps the upload if the draft may contain it: that is unknown after a lost answer. */
async function orRemoveUpload<T>(
	item: ItemContext,
	id: string,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw outcomeOf(error) === 'unknown'
			? error
			: addDescription(error, await removeUpload(item, id));
	}
}

const STEP = { step: 'upload' };

/** Puts a document into the service so that a draft can name it; answers with its id. */
async function uploadOnce(
	{ context, itemIndex }: ItemContext,
	{ title, source, timeoutSeconds }: { title: string; source: NewSource; timeoutSeconds?: number },
): Promise<string> {
	const { id } = await sendOnce(context, itemIndex, {
		...STEP,
		what: 'this document',
		send: async () => {
			const wanted = {
				version: 'v3',
				about: { title },
				source,
				timeoutSeconds,
				itemIndex,
			} as const;
			const document = await upload(context, wanted, Document);
			return { id: document.id };
		},
	});
	return id;
}

/** Deletes an upload that no request needs; where that fails, says so in words. */
async function removeUpload(item: ItemContext, id: string): Promise<string> {
	const { context, itemIndex } = item;
	try {
		await deleteAt(context, item.callTo(deleteDocument, id));
	} catch {
		return `The uploaded document ${id} isn't used, and couldn't be deleted. Delete it with Document: Delete.`;
	}
	deleteCheckpoint(context, itemIndex, STEP);
	return '';
}
