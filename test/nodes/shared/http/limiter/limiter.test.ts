import type { IExecuteFunctions } from 'n8n-workflow';
import type { Call } from '../../../../../nodes/shared/http/call';
import { Limiter } from '../../../../../nodes/shared/http/limiter/limiter';
import { waitUntil } from '../../../../../nodes/shared/http/limiter/waitUntil';
import { nodeContext } from '../../../../support/nodeContext';

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
	jest.useFakeTimers({ now: NOW });
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

const acquire = async (limiter: Limiter, later: Call) =>
	await timeOf(async () => (await limiter.acquire(nodeContext(), later, false))(true));

const pause = (limiter: Limiter, path: string, waitMs: number) => limiter.pause(call(path), waitMs);

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
	pause(limiter, `/documents/${ID}`, 1000);
	expect(await acquire(limiter, later)).toBe(waitMs);
	expect(await acquire(limiter, later)).toBe(0);
});

it('a pause holds all executions of an account, and no other account', async () => {
	const limiter = new Limiter();
	pause(limiter, '/documents', 1000);
	expect(await acquire(new Limiter(), call('/documents'))).toBe(0);
	expect(await acquire(limiter, call('/documents'))).toBe(1000);
});

it('a shorter pause does not end a longer one, and endpoints pause side by side', async () => {
	const limiter = new Limiter();
	pause(limiter, '/documents', 1000);
	pause(limiter, '/documents', 300);
	pause(limiter, '/seal', 500);
	expect(await acquire(limiter, call('/seal'))).toBe(500);
	expect(await acquire(limiter, call('/documents'))).toBe(500);
});

it('a pause that grows holds the calls that wait already', async () => {
	const limiter = new Limiter();
	pause(limiter, '/documents', 300);
	setTimeout(() => pause(limiter, '/documents', 900), 100);
	expect(await acquire(limiter, call('/documents'))).toBe(1000);
});

it('a user who stops the execution is heard within a fifth of a second', async () => {
	const stop = new AbortController();
	const context = nodeContext({}, { signal: stop.signal });
	setTimeout(() => stop.abort(), 450);
	let stoppedAtMs = 0;
	const upload = call('/documents', { method: 'POST' });
	const work = async () =>
		await waitUntil(context, upload, () => NOW + 5000).catch((error: unknown) => {
			stoppedAtMs = Date.now();
			expect(error).toMatchObject({
				message: 'The execution was canceled',
				context: { mayHaveActed: false },
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
