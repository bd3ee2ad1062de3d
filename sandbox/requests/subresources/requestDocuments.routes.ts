import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../../access/authentication.ts';
import { readJson, type Reader } from '../../http/body.ts';
import { describes } from '../../http/route.ts';
import type { Context } from '../../state/context.ts';
import {
	createDocument,
	releaseDocument,
	requireAnotherDocument,
} from '../../documents/documents.ts';
import { bytesOf, UPLOAD_FIELDS } from '../../documents/upload.ts';
import type { RequestRecord } from '../../state/requestRecord.ts';
import type { Settings, User } from '../../state/settings.ts';
import type { StoredDocument } from '../../state/store.ts';
import { traitsOf } from '../../state/dialect.ts';
import { note } from '../lifecycle/lifecycle.ts';
import { newestOf } from '../request/documentVersions.ts';
import { documentForRequest, requireUnlocked } from '../request/newRequest.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import { requestForWriter } from '../../access/requestAccess.ts';
import { MAX_DOCUMENTS } from '../request/signatureRequest.schema.ts';
import { requireStatus } from '../lifecycle/transitions.ts';
import { draftAnswer } from '../request/signatureRequest.answer.ts';
import { requestView } from '../request/signatureRequest.view.ts';

/** The descriptions disagree: the content of a new document, or the id of an uploaded one. Both are read. */
const AddedDocument = z.object({
	id: z.string().min(1).optional(),
	document_id: z.string().min(1).optional(),
	title: z.string().trim().min(1).optional(),
	...UPLOAD_FIELDS,
});

/** Members that a service of one reading does not know, and so does not see. */
const UNKNOWN_MEMBERS = {
	either: {},
	reference: { title: true, content: true, content_type: true, file_url: true },
	content: { id: true, document_id: true, title: true, file_url: true },
} as const;

const addedDocumentSchema = (
	takes: Settings['draftTakes'],
): Reader<z.output<typeof AddedDocument>> =>
	(AddedDocument.omit(UNKNOWN_MEMBERS[takes]) as unknown as typeof AddedDocument).refine(
		(body) => [body.document_id ?? body.id, body.content, body.file_url].some(Boolean),
		{ path: ['document_id'], message: 'is required, or content' },
	);

/** Documents of a draft; several per request are v3 only (interface.md 9). */
export function registerRequestDocuments(app: FastifyInstance, context: Context) {
	const { answers, emptyStatus } = traitsOf(context.settings.dialect, 'v3');
	const Added = addedDocumentSchema(context.settings.draftTakes);
	const path = '/v3/signature-requests/:id/documents';

	const addition = describes({
		summary: 'Add a document to a draft',
		body: Added,
		...draftAnswer(context.settings.dialect),
	});
	app.post<{ Params: { id: string } }>(path, addition, async (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(request.params.id, caller, context);
		requireStatus(found, ['DRAFT']);
		const added = await addedDocument(readJson(request, Added), found, caller, context);
		requireUnlocked(added);
		const { id } = added;
		if (!found.documentIds.includes(id)) {
			if (found.documentIds.length >= MAX_DOCUMENTS) {
				throw badRequest(`documents: a request holds at most ${MAX_DOCUMENTS}.`);
			}
			found.documentIds.push(id);
			context.store.noteDocument(found, id);
			note(found, 'add document', context, caller.username);
		}
		if (answers === 'public') return await reply.code(emptyStatus).send();
		return await reply.send(requestView(found, 'v3', context));
	});

	app.delete<{ Params: { id: string; documentId: string } }>(
		`${path}/:documentId`,
		describes({ summary: 'Remove a document from a draft', status: emptyStatus }),
		(request, reply) => {
			const caller = callerOf(request);
			const found = requestForWriter(request.params.id, caller, context);
			const documentId = newestOf(request.params.documentId, found, context);
			requireStatus(found, ['DRAFT']);
			if (!found.documentIds.includes(documentId)) throw notFound('The document');
			requireAnotherDocument(found);
			releaseDocument(found, documentId);
			context.store.forgetDocument(found, documentId);
			note(found, 'remove document', context, caller.username);
			return reply.code(emptyStatus).send();
		},
	);
}

async function addedDocument(
	body: z.output<typeof AddedDocument>,
	{ readAccess, title, writeAccess }: RequestRecord,
	caller: User,
	context: Context,
): Promise<StoredDocument> {
	const id = body.document_id ?? body.id;
	if (id !== undefined) return documentForRequest(id, caller, context);
	const bytes = await bytesOf(body, context.settings);
	const owner = caller.username;
	return await createDocument(
		{ title: body.title ?? title, bytes, owner, readAccess, writeAccess },
		context,
	);
}
