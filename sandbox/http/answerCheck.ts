import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { ProblemAnswer, problemTypeOf } from './problem.ts';
import type { Description } from './route.ts';

interface Answer {
	path: string;
	status: number;
	/** Without parameters; empty where there is none. */
	type: string;
	payload: unknown;
}

/** For tests: an answer that its route does not describe is a defect of the sandbox, and fails. */
export function registerAnswerCheck(app: FastifyInstance) {
	// What a planned fault answers never gets that far.
	app.addHook('preHandler', (request, _reply, done) => {
		request.isHandled = true;
		done();
	});
	app.addHook('onSend', (request, reply, payload, done) => {
		const { description } = request.routeOptions.config;
		const { statusCode: status } = reply;
		const [type = ''] = String(reply.getHeader('content-type') ?? '').split(';', 1);
		const answer = { path: request.url, status, type, payload };
		const isOurs = description && request.isHandled && status < 500;
		const fault = isOurs ? faultOf(answer, description) : undefined;
		if (fault === undefined) return done();
		done(new Error(`${request.method} ${request.url}: ${fault}`));
	});
}

/** How an answer is not as described, in words. */
function faultOf({ path, status, type, payload }: Answer, description: Description) {
	const { answer = {}, status: success = 200, refusals } = description;
	const isRefused = status >= 400;
	if (!isRefused && status !== success) return `the status is ${status} instead of ${success}`;
	const content = isRefused
		? { [problemTypeOf(path)]: ProblemAnswer, ...refusals?.[status]?.also }
		: answer;
	if (Object.keys(content).length === 0) {
		return payload ? `${type} comes where nothing is described` : undefined;
	}
	const schema = content[type] ?? content['*/*'];
	if (!schema) return `the media type ${type} is not described`;
	if (!type.endsWith('json')) return undefined;
	const value: unknown = JSON.parse(String(payload));
	const { data, error } = schema.safeParse(value);
	const [issue] = error?.issues ?? [];
	if (issue) return `${issue.path.join('.')}: ${issue.message}`;
	// A schema leaves out what it does not know.
	return isDeepStrictEqual(data, value)
		? undefined
		: `more is answered than is described: ${String(payload)}`;
}

declare module 'fastify' {
	interface FastifyRequest {
		isHandled?: boolean;
	}
}
