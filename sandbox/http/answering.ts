import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../state/clock.ts';
import type { Context } from '../state/context.ts';
import { pathOf } from './pathPattern.ts';
import { notFound, Problem, toWire } from './problem.ts';

/** Answers are dated by the sandbox's own time, which need not be that of the machine. */
export function registerHeaders(app: FastifyInstance, clock: Clock) {
	app.addHook('onRequest', (_request, reply, done) => {
		setHeaders(reply, clock);
		done();
	});
}

export function setHeaders(reply: FastifyReply, clock: Clock) {
	reply.header('date', new Date(clock.now()).toUTCString());
	// An uploaded file is never taken for a page of ours.
	reply.header('x-content-type-options', 'nosniff');
}

export function registerRefusals(app: FastifyInstance, { origin }: Pick<Context, 'origin'>) {
	app.setNotFoundHandler(() => {
		throw notFound('This path');
	});
	app.setErrorHandler<FastifyError | Problem>((error, request, reply) =>
		refuse(error, request, reply, origin()),
	);
}

export function refuse(
	error: FastifyError | Problem,
	request: FastifyRequest,
	reply: FastifyReply,
	origin: string,
) {
	const call = { method: request.method, path: pathOf(request.url), origin };
	const { status, headers, body } = toWire(asProblem(error), call);
	return reply.code(status).headers(headers).send(body);
}

const OUR_DEFECT =
	'The sandbox has made a mistake. Its console says which; please report it, and repeat the call.';

function asProblem(error: FastifyError | Problem): Problem {
	if (error instanceof Problem) return error;
	// The framework's own refusals, such as 413, carry their status; anything else is our defect.
	if (error.statusCode && error.statusCode < 500)
		return new Problem(error.statusCode, error.message);
	console.error(error);
	return new Problem(500, OUR_DEFECT);
}

const UNREADABLE: Record<string, string> = {
	HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
	ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is not HTTP never becomes a request, so no hook sees it. */
export function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket) {
	if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
	const status = UNREADABLE[code] ?? '400 Bad Request';
	const headers = ['X-Content-Type-Options: nosniff', 'Content-Length: 0', 'Connection: close'];
	socket.end([`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n'));
}
