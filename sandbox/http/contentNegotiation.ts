import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

function acceptedBy(request: FastifyRequest): string[] {
	const accept = request.headers.accept ?? '*/*';
	return accept.split(',').map((range) => (range.split(';', 1)[0] ?? '').trim().toLowerCase());
}

/** v3 answers 406 to readers who do not take JSON (interface.md 4.3). */
export function requireJsonAccepted(request: FastifyRequest) {
	const accepted = acceptedBy(request);
	if (['*/*', 'application/*', 'application/json'].some((range) => accepted.includes(range)))
		return;
	throw new Problem(406, 'Only application/json can be answered here.');
}

/** Files are answered as they are, unless the caller asks for JSON and not for the file's type. */
export function sendFile(
	request: FastifyRequest,
	reply: FastifyReply,
	{ contentType, bytes }: { contentType: string; bytes: Buffer },
) {
	const accepted = acceptedBy(request);
	if (!accepted.includes('application/json') || accepted.includes(contentType)) {
		return reply.type(contentType).header('content-disposition', 'attachment').send(bytes);
	}
	return reply.send({
		content_type: contentType,
		content_size: bytes.length,
		content: bytes.toString('base64'),
	});
}
