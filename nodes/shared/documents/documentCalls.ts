import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { z } from 'zod/v3';

import { AnswerId, answerList, answerObject, maybeNumber, maybeText } from '../client/answerSchema';
import { callTo } from '../client/call';
import type { Body, ApiVersion, Call, CallContext, Endpoint, FileContext } from '../client/call';
import { aboutId, callForJson, callService, readJson } from '../client/callService';
import type { ExplainedRefusal } from '../client/problemTable';
import { pick } from '../execution/output';
import { LARGEST_DOCUMENT_BYTES, pdfFromBinary } from './document';
import type { ItemRef } from './document';
import { downloadPdf } from './download';
import { bodyWithContent } from './pdf';
import type { Pdf } from './pdf';
import type { Source } from './source';

export const listDocuments: Endpoint = { method: 'GET', path: '/documents' };
export const getDocument: Endpoint = { method: 'GET', path: '/documents/{document}' };
export const getContent: Endpoint = { method: 'GET', path: '/documents/{document}/content' };

export const uploadDocument: Endpoint = {
	method: 'POST',
	path: '/documents',
	howToCheck:
		'Check with Get Many of the E-Signature Document node whether the document is there before you try again.',
};

export const lastDocument: ExplainedRefusal = {
	key: 'error.sr.last_document_cannot_be_removed',
	message: "The last document of a signature request can't be deleted",
	remedy: 'Delete the signature request instead, or add another document to it first.',
};

export const deleteDocument: Endpoint = {
	method: 'DELETE',
	path: '/documents/{document}',
	howToCheck:
		"Check with Get of the E-Signature Document node. If Skribble doesn't find the ID, the document is deleted.",
	refusals: [lastDocument],
};

/** As the service answers (interface.md 2.5); it may add fields at any time. */
export const Document = answerObject({
	id: AnswerId,
	title: maybeText,
	size: maybeNumber,
	page_count: maybeNumber,
});

export type Document = z.infer<typeof Document>;

export const Documents = answerList(Document);

const simplified = [
	'id',
	'title',
	'size',
	'page_count',
	'content_type',
	'owner',
	'parent_id',
	'created_at',
	'updated_at',
] as const;

export function simplifyDocument(document: Document): Document {
	return pick(document, simplified) as Document;
}

/** The contract shows no such call (interface.md 4.2), so a service need not have it. */
const UNKNOWN = [404, 405];

interface DocumentQuery extends Pick<Call, 'version' | 'failFast' | 'alsoAccept' | 'itemIndex'> {
	documentId: string;
}

/** The metadata of a document, for a caller that can do without; undefined where the service does not show it. */
export async function findDocument<T extends z.ZodTypeAny>(
	context: CallContext,
	{ documentId, alsoAccept = UNKNOWN, ...attempt }: DocumentQuery,
	schema: T,
): Promise<z.output<T> | undefined> {
	const call: Call = {
		...callTo(getDocument, documentId),
		...attempt,
		alsoAccept,
	};
	const answer = await callService(context, call);
	if (answer.outcome !== 'done') return undefined;
	return readJson(context, call, answer, aboutId(schema, documentId));
}

/** A file that has to be uploaded first. */
export type NewSource = Exclude<Source, { documentId: string }>;

interface Upload extends Pick<Call, 'version' | 'timeoutSeconds' | 'itemIndex'> {
	about: IDataObject;
	source: NewSource;
}

/** Puts a document into the service; what the schema reads of the answer comes back. */
export async function upload<T extends z.ZodTypeAny>(
	context: CallContext,
	{ about, source, ...attempt }: Upload,
	schema: T,
): Promise<z.output<T>> {
	const call: Call = { ...callTo(uploadDocument), ...attempt, body: bodyOf(about, source) };
	return await callForJson(context, call, schema);
}

/** The file itself, or from where to fetch it (interface.md 4.2). */
function bodyOf(about: IDataObject, source: NewSource): Body {
	if ('fileUrl' in source) return { json: { ...about, file_url: source.fileUrl } };
	return bodyWithContent({ ...about, content_type: 'application/pdf' }, source.pdf);
}

interface DocumentDownload extends Pick<Call, 'version' | 'timeoutSeconds' | 'itemIndex'> {
	documentId: string;
	/** Empty means the title of the document. */
	fileName?: string;
}

/** What the service knows of a document, and its PDF, asked for at the same time. */
export async function downloadDocument(
	context: FileContext,
	{ version, documentId, timeoutSeconds, itemIndex, fileName }: DocumentDownload,
): Promise<{ document: Document; binary: IBinaryData }> {
	const unknown: Document = { id: documentId };
	const asking = findDocument(context, { version, documentId, itemIndex }, Document).then(
		(document) => document ?? unknown,
	);
	const binary = await downloadPdf(context, {
		call: { ...callTo(getContent, documentId), version, timeoutSeconds, itemIndex },
		about: asking.then(({ title, size }) => ({
			fileName: fileName || title || documentId,
			sizeBytes: size,
		})),
		expectedBytes: LARGEST_DOCUMENT_BYTES,
	});
	return { document: await asking, binary };
}

/** A document of the service; into n8n's own storage first, so that a large one is never held in memory. */
export async function pdfOfDocument(
	item: ItemRef,
	wanted: { documentId: string; version: ApiVersion; timeoutSeconds?: number },
): Promise<Pdf> {
	const { context, itemIndex } = item;
	const { document, binary } = await downloadDocument(context, { ...wanted, itemIndex });
	return { ...(await pdfFromBinary(item, binary)), fileName: document.title };
}
