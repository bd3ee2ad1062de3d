import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { readJson } from '../http/body.ts';
import { badRequest } from '../http/problem.ts';
import { isMultipart, readMultipart } from '../http/multipart.ts';
import { decodeBase64 } from '../documents/upload.ts';

export const JsonContent = z.object({ content: z.string().min(1) });
export const CONTENT_TYPES = ['application/json', 'multipart/form-data'];

/** A file as it was handed over; only a form can name it. */
export interface Upload {
	content: Buffer;
	name?: string;
	type?: string;
}

export async function contentOf(request: FastifyRequest): Promise<Buffer> {
	return (await uploadOf(request)).content;
}

/** The field `content` of a multipart form, or Base64 in JSON. */
export async function uploadOf(request: FastifyRequest): Promise<Upload> {
	if (!isMultipart(request)) {
		return { content: decodeBase64(readJson(request, JsonContent).content, Infinity) };
	}
	const content = (await readMultipart(request)).get('content');
	if (content === null) throw badRequest('content: is required.');
	if (typeof content === 'string') return { content: Buffer.from(content) };
	const { name, type } = content;
	return { content: Buffer.from(await content.arrayBuffer()), name, type };
}
