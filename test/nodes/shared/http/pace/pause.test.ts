import type { IExecuteFunctions } from 'n8n-workflow';
import type { Call } from '../../../../../nodes/shared/http/call';
import { openLane } from '../../../../../nodes/shared/http/pace/lane';
import {
	isPaused,
	pauseEndpoint,
	waitForEndpoint,
	waitUntil,
} from '../../../../../nodes/shared/http/pace/pause';
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

/** How long somebody waits; time passes only as timers want it. */
async function waited(work: () => Promise<void>): Promise<number> {
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

it.each<[string, Call, number]>([
	['the same call', call(`/documents/${ID}`), 1000],
	['the same endpoint with another id', call(`/documents/${OTHER_ID}`), 1000],
	['another endpoint', call(`/documents/${ID}/content`), 0],
	['a list in place of one', call('/documents'), 0],
	['another place of the id', call(`/${ID}/documents`), 0],
	['another version', call(`/documents/${ID}`, { version: 'v3' }), 0],
	['another method', call(`/documents/${ID}`, { method: 'DELETE' }), 0],
	['the other interface', call(`/documents/${ID}`, { interface: 'validation' }), 0],
	['the usual interface by its name', call(`/documents/${ID}`, { interface: 'signing' }), 1000],
])('a pause of one second holds %s', async (_title, later, waitMs) => {
	const lane = openLane();
	pauseEndpoint(lane, call(`/documents/${ID}`), 1000);
	expect(isPaused(lane, later)).toBe(waitMs > 0);
	expect(await waited(async () => await waitForEndpoint(nodeContext(), lane, later))).toBe(waitMs);
	expect(isPaused(lane, later)).toBe(false);
});

it('a pause holds all runs of an account, and no other account', async () => {
	const lane = openLane();
	const waitIn = async (where: typeof lane) =>
		await waited(async () => await waitForEndpoint(nodeContext(), where, call('/documents')));
	pauseEndpoint(lane, call('/documents'), 1000);
	expect(await waitIn(openLane())).toBe(0);
	expect(await waitIn(lane)).toBe(1000);
});

it('a shorter pause does not end a longer one, and endpoints pause side by side', async () => {
	const context = nodeContext();
	const lane = openLane();
	pauseEndpoint(lane, call('/documents'), 1000);
	pauseEndpoint(lane, call('/documents'), 300);
	pauseEndpoint(lane, call('/seal'), 500);
	expect(await waited(async () => await waitForEndpoint(context, lane, call('/seal')))).toBe(500);
	expect(await waited(async () => await waitForEndpoint(context, lane, call('/documents')))).toBe(
		500,
	);
});

it('a pause that grows while somebody waits holds them too', async () => {
	const context = nodeContext();
	const lane = openLane();
	pauseEndpoint(lane, call('/documents'), 300);
	setTimeout(() => pauseEndpoint(lane, call('/documents'), 900), 100);
	expect(await waited(async () => await waitForEndpoint(context, lane, call('/documents')))).toBe(
		1000,
	);
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
	await waited(work);
	expect(stoppedAtMs - NOW).toBe(600);
});

it('a picker, which nobody can stop, waits all the same', async () => {
	const picker: Partial<IExecuteFunctions> = nodeContext();
	delete picker.getExecutionCancelSignal;
	const work = async () => await waitUntil(picker as never, call('/documents'), () => NOW + 500);
	expect(await waited(work)).toBe(500);
});

it('nobody waits for a time that has come', async () => {
	const work = async () => await waitUntil(nodeContext(), call('/documents'), () => NOW);
	expect(await waited(work)).toBe(0);
});
