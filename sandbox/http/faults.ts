import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isControl, matchesCall, pathOf, type CallPattern } from './pathPattern.ts';

/** What should go wrong with the calls that the pattern names, `times` times (default: always). */
export type Fault = CallPattern & { times?: number } & (
		| { status: number; headers?: Record<string, string>; body?: unknown }
		/** The socket is destroyed before or after the service acted. */
		| { reset: 'before' | 'after' }
		/** The call is answered as usual, later. */
		| { delayMs: number }
		/** The service acts on nothing and never answers. */
		| { hang: true }
		| { truncateBody: true }
		| { redirectTo: string }
		/** Not for calls: a callback to an address with this path never arrives, but counts as delivered. */
		| { callback: 'lost' }
	);

export interface Faults {
	add(fault: Fault): void;
	clear(): void;
	/** Those that may still hit. */
	list(): Fault[];
	/** The fault that hits this call, if any; counts it down. */
	take(call: { method: string; path: string }): Fault | undefined;
	/** Whether a callback to this address gets lost; counts that down too. */
	losesCallback(url: string): boolean;
}

export function createFaults(): Faults {
	let pending: Array<{ fault: Fault; left: number }> = [];
	const take = (call: { method: string; path: string }, isCallback: boolean) => {
		const hit = pending.find(
			({ fault, left }) =>
				left > 0 && 'callback' in fault === isCallback && matchesCall(fault, call),
		);
		if (hit) hit.left -= 1;
		return hit?.fault;
	};
	return {
		add: (fault) => pending.push({ fault, left: fault.times ?? Infinity }),
		clear: () => (pending = []),
		list: () =>
			pending
				.filter(({ left }) => left > 0)
				.map(({ fault, left }) => ({ ...fault, times: Number.isFinite(left) ? left : undefined })),
		take: (call) => take(call, false),
		losesCallback: (url) =>
			take({ method: 'POST', path: new URL(url).pathname }, true) !== undefined,
	};
}

/** A hook that never calls `done` leaves the call without an answer, which is what most faults want. */
export function registerFaults(app: FastifyInstance, faults: Faults) {
	const afterwards = new WeakMap<FastifyReply, Fault>();

	app.addHook('preValidation', (request, reply, done) => {
		const path = pathOf(request.url);
		const fault = isControl(path) ? undefined : faults.take({ method: request.method, path });
		if (!fault) return done();
		if ('delayMs' in fault) return void wait(fault.delayMs).then(() => done());
		if ('hang' in fault) return;
		if ('status' in fault) {
			return void reply
				.code(fault.status)
				.headers(fault.headers ?? {})
				.send(fault.body);
		}
		if ('redirectTo' in fault)
			return void reply.code(307).header('location', fault.redirectTo).send();
		if ('reset' in fault && fault.reset === 'before') return void request.raw.socket.destroy();
		afterwards.set(reply, fault);
		done();
	});

	app.addHook('onSend', (request, reply, payload, done) => {
		const fault = afterwards.get(reply);
		if (!fault) return done();
		if ('reset' in fault) return void request.raw.socket.destroy();
		const body = Buffer.from(payload as string | Buffer);
		reply.raw.statusCode = reply.statusCode;
		reply.raw.setHeaders(new Headers(reply.getHeaders() as Record<string, string>));
		reply.raw.setHeader('content-length', body.length);
		reply.raw.write(body.subarray(0, body.length >> 1), () => request.raw.socket.destroy());
	});
}
