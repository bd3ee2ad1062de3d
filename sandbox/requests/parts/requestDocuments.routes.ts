import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../access/authentication.ts';
import type { Context } from '../../state/context.ts';
import { releaseDocument, requireAnotherDocument } from '../../documents/documents.ts';
import { note } from '../lifecycle/lifecycle.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import { requestForWriter } from '../../access/requestAccess.ts';
import { MAX_DOCUMENTS } from '../request/signatureRequest.schema.ts';
import { addedDocument } from './addedDocument.ts';
import { requireStatus } from '../lifecycle/steps.ts';
import { requestView } from '../request/signatureRequest.view.ts';

/** Documents of a draft; several per request are v3 only (interface.md 9). */
export function registerRequestDocuments(app: FastifyInstance, context: Context) {
	const path = '/v3/signature-requests/:id/documents';

	app.post<{ Params: { id: string } }>(path, async (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(request.params.id, caller, context);
		requireStatus(found, ['DRAFT']);
		const id = await addedDocument(request, caller, context);
		if (!found.documentIds.includes(id)) {
			if (found.documentIds.length >= MAX_DOCUMENTS) {
				throw badRequest(`documents: a request holds at most ${MAX_DOCUMENTS}.`);
			}
			found.documentIds.push(id);
			context.store.noteDocument(found, id);
			note(found, 'add document', context, caller.username);
		}
		return reply.send(requestView(found, 'v3', context));
	});

	app.delete<{ Params: { id: string; documentId: string } }>(
		`${path}/:documentId`,
		(request, reply) => {
			const caller = callerOf(request);
			const { id, documentId } = request.params;
			const found = requestForWriter(id, caller, context);
			requireStatus(found, ['DRAFT']);
			if (!found.documentIds.includes(documentId)) throw notFound('The document');
			requireAnotherDocument(found);
			releaseDocument(found, documentId);
			context.store.forgetDocument(found, documentId);
			note(found, 'remove document', context, caller.username);
			return reply.code(204).send();
		},
	);
}
