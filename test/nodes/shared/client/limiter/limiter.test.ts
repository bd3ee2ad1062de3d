import type { IExecuteFunctions } from 'n8n-workflow';

import type { Call } from '../../../../../nodes/shared/client/call';
import {
	Limiter,
	MOST_AT_ONCE,
	waitUntil,
} from '../../../../../nodes/shared/client/limiter/limiter';
import type { Release } from '../../../../../nodes/shared/client/limiter/limiter';
import { nodeContext } from '../../../../support/engine/nodeContext';

const NOW = Date.UTC(2026, 5, 1);
const ID = '28c29d94-2d47-4a5a-8b3f-6c9f8ab5c2a1';
const OTHER_ID = '5f0e7b13-ac60-4d92-9e8d-b41c7f2ae035';
const call = (path: string, more: Partial<Call> = {}): Call => ({
	version: 'v2',
	method: 'GET',
	path,
	itemIndex: 0,
	...more,
});

beforeEach(() => {
	jest.useFakeTimers({ now: NOW, doNotFake: ['setImmediate'] });
});

afterEach(() => {
	jest.useRealTimers();
});

/** How long something takes; time passes only as timers want it. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
	const startedMs = Date.now();
	let isDone = false;
	const done = work().finally(() => (isDone = true));
	done.catch(() => undefined);
	await Promise.resolve();
	for (let steps = 0; !isDone && steps < 100; steps++) {
		if (jest.getTimerCount() > 0) await jest.advanceTimersToNextTimerAsync();
		else await Promise.resolve();
	}
	await done;
	return Date.now() - startedMs;
}

const ok = { kind: 'ok' } as const;

const acquire = async (limiter: Limiter, later: Call) =>
	await timeOf(async () => (await limiter.acquire(nodeContext(), later, false))(ok));

/** Since a call that failed now. */
async function pause(limiter: Limiter, path: string, waitMs: number) {
	const release = await limiter.acquire(nodeContext(), call(path), false);
	return () => release({ kind: 'neutral', waitMs });
}

it.each<[string, Call, number]>([
	['the same call', call(`/documents/${ID}`), 1000],
	['the same endpoint with another id', call(`/documents/${OTHER_ID}`), 1000],
	['another endpoint', call(`/documents/${ID}/content`), 0],
	['a list instead of one', call('/documents'), 0],
	['another place of the id', call(`/${ID}/documents`), 0],
	['another version', call(`/documents/${ID}`, { version: 'v3' }), 0],
	['another method', call(`/documents/${ID}`, { method: 'DELETE' }), 0],
	['the other interface', call(`/documents/${ID}`, { interface: 'validation' }), 0],
	['the usual interface by its name', call(`/documents/${ID}`, { interface: 'signing' }), 1000],
])('a pause of one second holds %s', async (_title, later, waitMs) => {
	const limiter = new Limiter();
	(await pause(limiter, `/documents/${ID}`, 1000))();
	expect(await acquire(limiter, later)).toBe(waitMs);
	expect(await acquire(limiter, later)).toBe(0);
});

it('a pause holds all executions of an account, and no other account', async () => {
	const limiter = new Limiter();
	(await pause(limiter, '/documents', 1000))();
	expect(await acquire(new Limiter(), call('/documents'))).toBe(0);
	expect(await acquire(limiter, call('/documents'))).toBe(1000);
});

it('a shorter pause does not end a longer one, and endpoints pause side by side', async () => {
	const limiter = new Limiter();
	const long = await pause(limiter, '/documents', 1000);
	const short = await pause(limiter, '/documents', 300);
	const other = await pause(limiter, '/seal', 500);
	for (const end of [long, short, other]) end();
	expect(await acquire(limiter, call('/seal'))).toBe(500);
	expect(await acquire(limiter, call('/documents'))).toBe(500);
});

it('a pause that grows holds the calls that wait already', async () => {
	const limiter = new Limiter();
	const first = await pause(limiter, '/documents', 300);
	const second = await pause(limiter, '/documents', 900);
	first();
	setTimeout(second, 100);
	expect(await acquire(limiter, call('/documents'))).toBe(1000);
});

const MEBIBYTE = 1024 * 1024;
const upload = (lengthBytes = 0) =>
	call('/documents', {
		method: 'POST',
		body: { open: async () => await Promise.reject(new Error()), lengthBytes, mediaType: '' },
	});

/** Lets everything that is waiting for a promise go on. */
const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** Those that may begin are in `inside`, in their order. */
async function crowd(limiter: Limiter, calls: Call[]) {
	const inside: Release[] = [];
	const context = nodeContext();
	for (const one of calls) {
		void limiter.acquire(context, one, false).then((release) => inside.push(release));
	}
	await settle();
	return {
		inside,
		release: async (many: number) => {
			for (const release of inside.splice(0, many)) release(ok);
			await settle();
		},
	};
}

it('no more than a hundred calls are under way, to whatever endpoints', async () => {
	const calls = Array.from({ length: 200 }, (_, index) =>
		call(`/endpoint/${'x'.repeat(index / 10)}`),
	);
	const { inside, release } = await crowd(new Limiter(), calls);
	expect(inside).toHaveLength(MOST_AT_ONCE);
	await release(3);
	expect(inside).toHaveLength(MOST_AT_ONCE);
});

it.each([
	['files of 1 MiB', 1, 12],
	['files of 4 MiB', 4, 3],
	['files of 100 MiB, which are streamed', 100, 3],
])('%s are under way only within the byte budget', async (_title, mebibytes, most) => {
	const calls = Array.from({ length: 30 }, () => upload(mebibytes * MEBIBYTE));
	const limiter = new Limiter();
	// Slow start would let fewer of them begin.
	await (await crowd(limiter, Array<Call>(11).fill(upload()))).release(11);
	const { inside, release } = await crowd(limiter, calls);
	expect(inside).toHaveLength(most);
	await release(most);
	expect(inside).toHaveLength(most);
});

it('executions take turns, and a retry goes first within its own', async () => {
	const limiter = new Limiter();
	const [long, short] = [nodeContext(), nodeContext()];
	const order: string[] = [];
	const ask = async (name: string, context: IExecuteFunctions, isRetry = false) => {
		const release = await limiter.acquire(context, call('/documents'), isRetry);
		order.push(name);
		release(ok);
	};
	(await pause(limiter, '/documents', 500))();
	const all = [
		...[1, 2, 3, 4].map(async (number) => await ask(`long ${number}`, long)),
		ask('short', short),
		ask('short', short),
		ask('long again', long, true),
	];
	await timeOf(async () => await Promise.all(all));
	const inTurns = ['long again', 'short', 'long 1', 'short', 'long 2', 'long 3', 'long 4'];
	expect(order).toEqual(inTurns);
});

it('counts the calls of an endpoint that have succeeded', async () => {
	const limiter = new Limiter();
	const feedbacks = [ok, ok, { kind: 'overloaded' }, { kind: 'neutral' }] as const;
	for (const feedback of feedbacks) {
		(await limiter.acquire(nodeContext(), call('/documents'), false))(feedback);
	}
	expect(limiter.successesOf(call('/documents'))).toBe(2);
	expect(limiter.successesOf(call('/seal'))).toBe(0);
});

it('a pause of one endpoint holds no call to another that waits behind it', async () => {
	const limiter = new Limiter();
	(await pause(limiter, '/documents', 500))();
	const { inside } = await crowd(limiter, [call('/documents'), call('/seal')]);
	expect(inside).toHaveLength(1);
});

describe('a stopped execution', () => {
	const canceled = { message: 'The execution was canceled', context: { outcome: 'refused' } };

	it('gets no permit when it was stopped before', async () => {
		const context = nodeContext({}, { signal: AbortSignal.abort() });
		await expect(new Limiter().acquire(context, upload(), false)).rejects.toMatchObject(canceled);
	});

	it('leaves at once, and lets a smaller call pass that waited behind it', async () => {
		const limiter = new Limiter();
		await crowd(limiter, Array<Call>(3).fill(upload(4 * MEBIBYTE)));
		const stop = new AbortController();
		const context = nodeContext({}, { signal: stop.signal });
		const large = limiter.acquire(context, upload(MEBIBYTE), false);
		const { inside } = await crowd(limiter, [upload()]);
		expect(inside).toHaveLength(0);
		stop.abort();
		await expect(large).rejects.toMatchObject(canceled);
		await settle();
		expect(inside).toHaveLength(1);
	});

	it('changes nothing for a call that has begun', async () => {
		const limiter = new Limiter();
		const stop = new AbortController();
		const release = await limiter.acquire(
			nodeContext({}, { signal: stop.signal }),
			upload(12 * MEBIBYTE),
			false,
		);
		stop.abort();
		const { inside } = await crowd(limiter, Array<Call>(3).fill(upload(4 * MEBIBYTE)));
		expect(inside).toHaveLength(2);
		release(ok);
		await settle();
		expect(inside).toHaveLength(3);
	});

	it('leaves no timer behind for long', async () => {
		const limiter = new Limiter();
		(await pause(limiter, '/documents', 50_000))();
		const stop = new AbortController();
		const context = nodeContext({}, { signal: stop.signal });
		const stopped = limiter.acquire(context, call('/documents'), false);
		stop.abort();
		await expect(stopped).rejects.toMatchObject(canceled);
		jest.advanceTimersByTime(200);
		await settle();
		expect(jest.getTimerCount()).toBe(0);
	});
});

it('a user who stops the execution is heard within a fifth of a second', async () => {
	const stop = new AbortController();
	const context = nodeContext({}, { signal: stop.signal });
	setTimeout(() => stop.abort(), 450);
	let stoppedAtMs = 0;
	const work = async () =>
		await waitUntil(context, upload(), () => NOW + 5000).catch((error: unknown) => {
			stoppedAtMs = Date.now();
			expect(error).toMatchObject({
				message: 'The execution was canceled',
				context: { outcome: 'refused' },
			});
		});
	await timeOf(work);
	expect(stoppedAtMs - NOW).toBe(600);
});

it('a picker, which cannot be stopped, waits too', async () => {
	const picker: Partial<IExecuteFunctions> = nodeContext();
	delete picker.getExecutionCancelSignal;
	const work = async () => await waitUntil(picker as never, call('/documents'), () => NOW + 500);
	expect(await timeOf(work)).toBe(500);
});

it('a time that has come is not waited for', async () => {
	const work = async () => await waitUntil(nodeContext(), call('/documents'), () => NOW);
	expect(await timeOf(work)).toBe(0);
});
