import type { FastifyInstance } from 'fastify';
import type { Clock } from '../state/clock.ts';
import { matchesCall, pathOf, type CallPattern } from './pathPattern.ts';

/** One call received. The Authorization header and what is sent to log in are never kept. */
export interface Call {
	method: string;
	path: string;
	query: string;
	at: number;
	/** Absent while no answer was sent. */
	status?: number;
	contentLength?: number;
	transferEncoding?: string;
	/** Bytes of the body as they arrived. */
	receivedBytes: number;
	/** The whole body, of the last calls only. */
	body?: string;
	/** Positions in the order of all beginnings and ends, to see which calls overlapped. */
	began: number;
	ended?: number;
}

const KEPT_CALLS = 20_000;
const KEPT_BODIES = 500;
/** Of all bodies together; the oldest go first. */
const KEPT_BODY_BYTES = 64 * 1024 * 1024;

export class CallLog extends Array<Call> {
	/** The oldest first. */
	readonly #withBody: Call[] = [];
	#bodyBytes = 0;

	// What filter() and map() answer is an ordinary array.
	static override get [Symbol.species]() {
		return Array;
	}

	count(pattern: CallPattern = {}): number {
		return this.matching(pattern).length;
	}

	matching(pattern: CallPattern): Call[] {
		return this.filter((call) => matchesCall(pattern, call));
	}

	/** How many of the matching calls were under way at the same time. */
	peak(pattern: CallPattern = {}): number {
		const calls = this.matching(pattern);
		const steps = [
			...calls.map(({ began }) => ({ position: began, change: 1 })),
			...calls.flatMap(({ ended }) => (ended ? [{ position: ended, change: -1 }] : [])),
		].sort((a, b) => a.position - b.position);
		let current = 0;
		return steps.reduce((highest, { change }) => Math.max(highest, (current += change)), 0);
	}

	/** The bodies of the oldest calls make room. */
	keepBody(call: Call, body: string) {
		call.body = body;
		this.#withBody.push(call);
		this.#bodyBytes += call.receivedBytes;
		while (this.#withBody.length > KEPT_BODIES || this.#bodyBytes > KEPT_BODY_BYTES) {
			const oldest = this.#withBody.shift()!;
			this.#bodyBytes -= oldest.receivedBytes;
			delete oldest.body;
		}
	}

	clear() {
		this.length = 0;
		this.#withBody.length = 0;
		this.#bodyBytes = 0;
	}
}

export function registerCallLog(app: FastifyInstance, calls: CallLog, clock: Clock) {
	let position = 0;
	app.addHook('onRequest', (request, reply, done) => {
		if (isPage(pathOf(request.url))) return done();
		const call: Call = {
			method: request.method,
			path: pathOf(request.url),
			query: request.url.slice(pathOf(request.url).length),
			at: clock.now(),
			contentLength: numberOf(request.headers['content-length']),
			transferEncoding: request.headers['transfer-encoding'],
			receivedBytes: 0,
			began: ++position,
		};
		calls.push(call);
		if (calls.length > KEPT_CALLS) calls.splice(0, calls.length - KEPT_CALLS);
		request.call = call;
		reply.raw.once('close', () => (call.ended = ++position));
		done();
	});
	app.addHook('preValidation', (request, _reply, done) => {
		const body = request.body as Buffer | undefined;
		const { call } = request;
		const isKept = body !== undefined && body.length > 0 && body.length <= KEPT_BODY_BYTES;
		if (call && isKept && !call.path.endsWith('/access/login')) {
			calls.keepBody(call, body.toString());
		}
		done();
	});
	app.addHook('onSend', (request, reply, _payload, done) => {
		if (request.call) request.call.status = reply.statusCode;
		done();
	});
}

/** The pages show this log and would fill it by themselves. */
const isPage = (path: string) => path === '/' || /^\/(app|sandbox)(\/|$)/.test(path);

const numberOf = (header: string | undefined) =>
	header === undefined ? undefined : Number(header);

declare module 'fastify' {
	interface FastifyRequest {
		call?: Call;
	}
}
