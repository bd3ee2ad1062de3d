import {
	ConcurrencyLimit,
	MOST_AT_ONCE,
} from '../../../../../nodes/shared/http/limiter/concurrencyLimit';
import type { Caller, Release } from '../../../../../nodes/shared/http/limiter/concurrencyLimit';

const MEBIBYTE = 1024 * 1024;
const execution = {};
const call = (more: Partial<Caller> = {}): Caller => ({
	execution,
	bytes: 0,
	isRetry: false,
	...more,
});

/** Lets everything that is waiting for a promise go on. */
const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** Many callers; those that were admitted can be released again, the oldest first. */
async function crowd(limit: ConcurrencyLimit, amount: number, more: Partial<Caller> = {}) {
	const inside: Release[] = [];
	for (let index = 0; index < amount; index++) {
		void limit.acquire(call(more)).then((release) => release && inside.push(release));
	}
	await settle();
	return {
		inside,
		release: async (hasSucceeded: boolean, many = 1) => {
			for (const release of inside.splice(0, many)) release(hasSucceeded);
			await settle();
		},
	};
}

it('begins with 16 calls, and allows one more for each success up to the highest limit', async () => {
	const { inside, release } = await crowd(new ConcurrencyLimit(), 1000);
	expect(inside).toHaveLength(16);
	await release(true, 16);
	expect(inside).toHaveLength(32);
	await release(false, 4);
	expect(inside).toHaveLength(32);
	for (let times = 0; times < 10; times++) await release(true, 32);
	expect(inside).toHaveLength(MOST_AT_ONCE);
});

it.each([
	['files of 1 MiB', 1, 12],
	['files of 4 MiB', 4, 3],
	['files of 100 MiB, which are streamed', 100, 3],
])('admits %s only within the byte budget', async (_title, mebibytes, most) => {
	const { inside, release } = await crowd(new ConcurrencyLimit(), 100, {
		bytes: mebibytes * MEBIBYTE,
	});
	expect(inside).toHaveLength(most);
	await release(true, 2);
	expect(inside).toHaveLength(most);
});

it('lets executions take turns', async () => {
	const limit = new ConcurrencyLimit(1);
	const order: string[] = [];
	const ask = (name: string, of: object) =>
		void limit.acquire(call({ execution: of })).then(async (release) => {
			order.push(name);
			await settle();
			release?.(true);
		});
	const [long, short] = [{}, {}];
	for (let index = 0; index < 5; index++) ask('long', long);
	ask('short', short);
	ask('short', short);
	for (let times = 0; times < 20; times++) await settle();
	expect(order).toEqual(['long', 'long', 'short', 'long', 'short', 'long', 'long']);
});

it('lets a retry go first, but only within its own execution', async () => {
	const limit = new ConcurrencyLimit(1);
	const order: string[] = [];
	const first = await limit.acquire(call());
	const ask = (name: string, more: Partial<Caller>) =>
		void limit.acquire(call(more)).then((release) => {
			order.push(name);
			release?.(true);
		});
	ask('other execution', { execution: {} });
	ask('new', {});
	ask('again', { isRetry: true });
	first?.(true);
	await settle();
	expect(order).toEqual(['other execution', 'again', 'new']);
});

describe('a stopped caller', () => {
	it('is not admitted, and leaves no gap', async () => {
		const limit = new ConcurrencyLimit(1);
		const first = await limit.acquire(call());
		const stop = new AbortController();
		const stopped = limit.acquire(call({ signal: stop.signal }));
		const next = limit.acquire(call());
		stop.abort();
		expect(await stopped).toBeUndefined();
		first?.(true);
		expect(await next).toBeDefined();
	});

	it('is not admitted when it was stopped before', async () => {
		expect(
			await new ConcurrencyLimit().acquire(call({ signal: AbortSignal.abort() })),
		).toBeUndefined();
	});

	it('lets the next one pass, which waited because of its size', async () => {
		const limit = new ConcurrencyLimit();
		await crowd(limit, 3, { bytes: 4 * MEBIBYTE });
		const stop = new AbortController();
		const large = limit.acquire(call({ bytes: MEBIBYTE, signal: stop.signal }));
		const small = limit.acquire(call());
		stop.abort();
		expect(await large).toBeUndefined();
		expect(await small).toBeDefined();
	});

	it('changes nothing once it is admitted', async () => {
		const limit = new ConcurrencyLimit(1);
		const stop = new AbortController();
		const first = await limit.acquire(call());
		const second = limit.acquire(call({ signal: stop.signal }));
		first?.(true);
		const release = await second;
		const third = limit.acquire(call());
		stop.abort();
		release?.(true);
		expect(await third).toBeDefined();
	});
});
