import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod/v4';
import { badRequest, Problem } from './problem.ts';
import type { Settings } from '../state/settings.ts';

export const FORM = 'application/x-www-form-urlencoded';

/** A schema that reads anything and answers `Output`. */
export type Reader<Output> = z.ZodType<Output>;

/** Enough for a login or a form; only what needs a token may be larger. */
export const SMALL_BODY_BYTES = 64 * 1024;
const ENVELOPE_BYTES = 1024 * 1024;

/**
 * Bodies arrive as bytes and are read by the route, so that a refused caller reads about the token
 * and not about the body.
 */
export function registerBodies(
	app: FastifyInstance,
	{ maxDocumentBytes }: Pick<Settings, 'maxDocumentBytes'>,
) {
	const largest = Math.ceil(maxDocumentBytes / 3) * 4 + ENVELOPE_BYTES;
	app.addHook('onRoute', (route) => {
		const takesFiles = /^\/v\d/.test(route.url) && !route.url.endsWith('/access/login');
		if (takesFiles) route.bodyLimit ??= largest;
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
		if (request.call) request.call.receivedBytes = body.length;
		done(null, body);
	});
}

export function readJson<Output>(request: FastifyRequest, schema: Reader<Output>): Output {
	if (!isOfType(request, 'application/json')) {
		throw new Problem(415, 'The body must be application/json.');
	}
	return check(schema, parseJson(takeBody(request).toString()));
}

/** For bodies that may be left out. */
export function readOptionalJson<Output>(request: FastifyRequest, schema: Reader<Output>): Output {
	const body = request.body as Buffer | undefined;
	return body?.length ? readJson(request, schema) : check(schema, {});
}

export function readForm<Output>(request: FastifyRequest, schema: Reader<Output>): Output {
	if (!isOfType(request, FORM)) {
		throw new Problem(415, `The body must be ${FORM}.`);
	}
	return check(schema, Object.fromEntries(new URLSearchParams(takeBody(request).toString())));
}

export function check<Output>(schema: Reader<Output>, value: unknown): Output {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const field = issue?.path.join('.') || 'body';
	throw badRequest(`${field}: ${issue?.message ?? 'is not valid'}`);
}

/** The request lets go of its body: large ones would otherwise live until the answer is sent. */
export function takeBody(request: FastifyRequest): Buffer<ArrayBuffer> {
	const body = request.body as Buffer<ArrayBuffer> | undefined;
	request.body = undefined;
	return body ?? Buffer.alloc(0);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw badRequest('body: is not valid JSON.');
	}
}

export function isOfType(request: FastifyRequest, mediaType: string): boolean {
	const [given = ''] = (request.headers['content-type'] ?? '').split(';', 1);
	return given.trim().toLowerCase() === mediaType;
}
