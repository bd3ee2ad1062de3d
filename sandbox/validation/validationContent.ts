import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readJson } from '../http/body.ts';
import { bytesOfPart, isMultipart, readMultipart } from '../http/multipart.ts';
import { decodeBase64 } from '../documents/upload.ts';

const JsonContent = z.object({ content: z.string().min(1) });

/** The content to validate: the field `content` of a multipart form, or Base64 in JSON. */
export async function contentOf(request: FastifyRequest): Promise<Buffer> {
	if (isMultipart(request)) return await bytesOfPart(await readMultipart(request), 'content');
	return decodeBase64(readJson(request, JsonContent).content, Infinity);
}
