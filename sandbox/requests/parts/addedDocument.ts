import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createDocument } from '../../documents/documents.ts';
import { bytesOf } from '../../documents/upload.ts';
import { readJson } from '../../http/body.ts';
import type { Context } from '../../state/context.ts';
import type { User } from '../../state/settings.ts';
import { documentForRequest } from '../request/newRequest.ts';

const Reference = z
	.object({ id: z.string().optional(), document_id: z.string().optional() })
	.transform((body) => body.document_id ?? body.id ?? '')
	.refine((id) => id !== '', { path: ['document_id'], message: 'is required' });

const Content = z.object({ content: z.string().min(1) });

/** The id of the document that a draft is to take: one that is there, or one made of the content. */
export async function addedDocument(
	request: FastifyRequest,
	caller: User,
	context: Context,
): Promise<string> {
	if (context.settings.draftTakes === 'reference') {
		return documentForRequest(readJson(request, Reference), caller, context).id;
	}
	const bytes = await bytesOf(readJson(request, Content), context.settings);
	// The call is described without a title.
	const document = { title: 'Document', bytes, owner: caller.username };
	return (await createDocument(document, context)).id;
}
