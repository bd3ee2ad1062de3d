import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../access/authentication.ts';
import { readJson } from '../../http/body.ts';
import type { Context } from '../../state/context.ts';
import { releaseDocument, requireAnotherDocument } from '../../documents/documents.ts';
import { note } from '../lifecycle/lifecycle.ts';
import { documentForRequest } from '../request/newRequest.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import { requestForWriter } from '../../access/requestAccess.ts';
import { MAX_DOCUMENTS } from '../request/signatureRequest.schema.ts';
import { requireStatus } from '../lifecycle/steps.ts';
import { requestView } from '../request/signatureRequest.view.ts';

const Reference = z
	.object({ id: z.string().optional(), document_id: z.string().optional() })
	.transform((body) => body.document_id ?? body.id ?? '')
	.refine((id) => id !== '', { path: ['document_id'], message: 'is required' });

/** Documents of a draft; several per request are v3 only (interface.md 9). */
export function registerRequestDocuments(app: FastifyInstance, context: Context) {
	const path = '/v3/signature-requests/:id/documents';

	app.post<{ Params: { id: string } }>(path, (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(request.params.id, caller, context);
		const { id } = documentForRequest(readJson(request, Reference), caller, context);
		requireStatus(found, ['DRAFT']);
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
