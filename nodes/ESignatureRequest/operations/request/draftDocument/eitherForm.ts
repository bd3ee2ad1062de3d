import type { NodeApiError } from 'n8n-workflow';

import { readRules } from '../../../../shared/account/account';
import { bodyWithContent } from '../../../../shared/document/pdf';
import type { Pdf } from '../../../../shared/document/pdf';
import { pdfOfDocument } from '../../../../shared/document/pdfOfDocument';
import type { Source } from '../../../../shared/document/source';
import type { Body } from '../../../../shared/http/body';
import type { Call } from '../../../../shared/http/call';
import { callTo } from '../../../../shared/http/endpoint';
import type { Endpoint } from '../../../../shared/http/endpoint';
import { alsoSaying, mayHaveActed } from '../../../../shared/http/failure';
import { readRefusal } from '../../../../shared/http/problem';
import { unknownId } from '../../../../shared/http/problemTable';
import { callService, isRefused, refuse } from '../../../../shared/http/transport';
import type { ItemContext } from '../../../../shared/operation/operation';
import { draftDocumentRefusals, LOOK_FOR_FILE } from '../../endpoints';
import { removeUpload, uploadOnce } from './upload';

export const addDraftDocument: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/documents',
	lostAnswer: LOOK_FOR_FILE,
	refusals: [...draftDocumentRefusals, unknownId('Signature Request or Document')],
};

export interface DraftAddition {
	requestId: string;
	source: Source;
	/** For what is not in the service yet. */
	title: string;
	timeoutSeconds?: number;
}

/**
 * What the call takes is silent (interface.md 4.3): the document itself, or the id of an uploaded one.
 * What is at hand goes first, but for an id where only the document itself is described (interface.md part 10). Only a
 * form that was surely refused is followed by the other.
 */
export async function addInEitherForm(item: ItemContext, addition: DraftAddition): Promise<void> {
	const { source } = addition;
	if ('documentId' in source) await addById(item, addition, source.documentId);
	else if ('pdf' in source) await addFile(item, addition, source.pdf);
	else await addFetched(item, addition, source);
}

async function addFile(item: ItemContext, addition: DraftAddition, pdf: Pdf): Promise<void> {
	const refusal = await send(item, addition, withContent(addition.title, pdf));
	if (refusal === undefined) return;
	const id = await uploadOnce(item, { ...addition, source: { pdf } });
	await orRemove(item, id, async () => await sendOther(item, addition, byId(id), refusal));
}

/** The service fetches a file by its address only when it is uploaded. */
async function addFetched(
	item: ItemContext,
	addition: DraftAddition,
	source: { fileUrl: string },
): Promise<void> {
	const id = await uploadOnce(item, { ...addition, source });
	const form = await orRemove(item, id, async () => await addById(item, addition, id));
	if (form === 'id') return;
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

/** Either name may be the one that is read. */
function byId(id: string): Body {
	return { json: { id, document_id: id } };
}

function withContent(title: string, pdf: Pdf): Body {
	return bodyWithContent({ title, content_type: 'application/pdf' }, pdf);
}

const REFUSED_FORM = [400, 422];

/** Answers with the refusal where the form may be the cause of it: then nothing was added. */
async function send(
	{ context, itemIndex }: ItemContext,
	{ requestId, timeoutSeconds }: DraftAddition,
	body: Body,
): Promise<Error | undefined> {
	const call: Call = {
		...callTo(addDraftDocument, requestId),
		version: 'v3',
		body,
		alsoAccept: REFUSED_FORM,
		timeoutSeconds,
		itemIndex,
	};
	const answer = await callService(context, call);
	if (!isRefused(answer)) return undefined;
	const refusal = refuse(context, call, answer);
	const { key = '' } = readRefusal(answer.status, String(answer.body ?? ''));
	// Malware or a damaged PDF stays what it is in any form.
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
	throw alsoSaying(
		second,
		`It was sent in two forms, and the first was refused too. ${description}`,
	);
}

/** While it is unknown whether the draft has taken the upload, it stays. */
async function orRemove<T>(item: ItemContext, id: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw mayHaveActed(error) ? error : alsoSaying(error, await removeUpload(item, id));
	}
}
