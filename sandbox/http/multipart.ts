import type { FastifyRequest } from 'fastify';
import { takeBody } from './body.ts';
import { badRequest } from './problem.ts';

export const isMultipart = ({ headers }: FastifyRequest) =>
	/^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** The body has already arrived as a whole, within the limit, so the platform's own reader of forms does. */
export async function readMultipart(request: FastifyRequest): Promise<FormData> {
	const type = request.headers['content-type'] ?? '';
	try {
		return await new Response(takeBody(request), { headers: { 'content-type': type } }).formData();
	} catch {
		throw badRequest('body: is not a readable multipart form.');
	}
}

/** The bytes of a part, whether it was sent as a file or as text. */
export async function bytesOfPart(form: FormData, name: string): Promise<Buffer> {
	const part = form.get(name);
	if (part === null) throw badRequest(`${name}: is required.`);
	return typeof part === 'string' ? Buffer.from(part) : Buffer.from(await part.arrayBuffer());
}
