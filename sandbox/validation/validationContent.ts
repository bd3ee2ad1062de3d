import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readJson, takeBody } from '../http/body.ts';
import { badRequest } from '../http/problem.ts';
import { decodeBase64 } from '../documents/upload.ts';

const JsonContent = z.object({ content: z.string().min(1) });

/** A file as it was handed over; only a form can name it. */
export interface Upload {
	content: Buffer;
	name?: string;
	type?: string;
}

export async function contentOf(request: FastifyRequest): Promise<Buffer> {
	return (await uploadOf(request)).content;
}

/**
 * The field `content` of a multipart form, or Base64 in JSON. The body has already arrived as a whole, within the
 * limit, so the platform's own reader of forms does.
 */
export async function uploadOf(request: FastifyRequest): Promise<Upload> {
	const type = request.headers['content-type'] ?? '';
	if (!/^multipart\/form-data\b/i.test(type)) {
		return { content: decodeBase64(readJson(request, JsonContent).content, Infinity) };
	}
	const content = (await readForm(request, type)).get('content');
	if (content === null) throw badRequest('content: is required.');
	return typeof content === 'string'
		? { content: Buffer.from(content) }
		: {
				content: Buffer.from(await content.arrayBuffer()),
				name: content.name,
				type: content.type,
			};
}

async function readForm(request: FastifyRequest, type: string): Promise<FormData> {
	try {
		return await new Response(takeBody(request), { headers: { 'content-type': type } }).formData();
	} catch {
		throw badRequest('body: is not a readable multipart form.');
	}
}
