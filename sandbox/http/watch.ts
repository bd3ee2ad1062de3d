import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { pathOf } from './pathPattern.ts';

/** A call as it arrived, before anything is done about it. */
export interface ReceivedCall {
	method: string;
	path: string;
	/** With its question mark, or empty. */
	query: string;
	headers: IncomingHttpHeaders;
	body?: Buffer;
}

/** Shows every call to tests that check what was sent; the sandbox itself keeps no bodies. */
export function registerWatch(app: FastifyInstance, onCall: (call: ReceivedCall) => void) {
	app.addHook('preValidation', (request, _reply, done) => {
		const path = pathOf(request.url);
		const { method, headers } = request;
		const query = request.url.slice(path.length);
		onCall({ method, path, query, headers, body: request.body as Buffer | undefined });
		done();
	});
}
