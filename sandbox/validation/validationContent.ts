import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readJson, takeBody } from '../http/body.ts';
import { badRequest } from '../http/problem.ts';
import { decodeBase64 } from '../documents/upload.ts';

export const JsonContent = z.object({ content: z.string().min(1) });

/**
 * The content to validate: the field `content` of a multipart form, or Base64 in JSON. The body has already
 * arrived as a whole, within the limit, so the platform's own reader of forms does.
 */
export async function contentOf(request: FastifyRequest): Promise<Buffer> {
	const type = request.headers['content-type'] ?? '';
	if (!/^multipart\/form-data\b/i.test(type)) {
		return decodeBase64(readJson(request, JsonContent).content, Infinity);
	}
	const headers = { 'content-type': type };
	const form = await new Response(takeBody(request), { headers }).formData().catch(() => {
		throw badRequest('body: is not a readable multipart form.');
	});
	const content = form.get('content');
	if (content === null) throw badRequest('content: is required.');
	return typeof content === 'string'
		? Buffer.from(content)
		: Buffer.from(await content.arrayBuffer());
}
