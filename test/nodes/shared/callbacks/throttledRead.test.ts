import type { IWebhookFunctions } from 'n8n-workflow';
import { checkCallback } from '../../../../nodes/shared/callbacks/callbackCheck';
import { throttledRead } from '../../../../nodes/shared/callbacks/throttledRead';

type Read = Parameters<typeof throttledRead>[0];

const START_MS = Date.UTC(2026, 0);
beforeEach(() => void jest.useFakeTimers({ now: START_MS }));
afterEach(() => void jest.useRealTimers());

/** Notes when each read begins. */
function desk(place: string) {
	const beganMs: number[] = [];
	let refused = 0;
	const read = async () => await Promise.resolve(beganMs.push(Date.now() - START_MS));
	const ask = (name: string) =>
		void throttledRead(read as unknown as Read, { queueKey: place, readKey: name }).then(
			(answer) => void (refused += answer === undefined ? 1 : 0),
		);
	return { ask, beganMs, refused: () => refused };
}

it('many requests are read in turn, 30 a second, and more than five seconds of them not at all', async () => {
	const { ask, beganMs, refused } = desk('many');
	for (let count = 0; count < 300; count++) ask(`request ${count}`);
	await jest.advanceTimersByTimeAsync(10_000);
	expect(beganMs.filter((ms) => ms === 0)).toHaveLength(30);
	expect(beganMs.slice(30, 33)).toEqual([33, 66, 99]);
	expect(beganMs.at(-1)).toBeLessThanOrEqual(5_000);
	expect(beganMs.length + refused()).toBe(300);
	expect(refused()).toBeGreaterThan(100);
});

it('one request is read once for all who wait, and again after half a second at the earliest', async () => {
	const { ask, beganMs, refused } = desk('one');
	for (let count = 0; count < 10; count++) {
		for (let caller = 0; caller < 3; caller++) ask('request');
		await jest.advanceTimersByTimeAsync(100);
	}
	await jest.advanceTimersByTimeAsync(1_000);
	expect(beganMs).toEqual([0, 500, 1_000]);
	expect(refused()).toBe(0);
});

it('of those who wait for one read, not more than 500 are kept', async () => {
	const { ask, beganMs, refused } = desk('crowd');
	ask('request');
	await jest.advanceTimersByTimeAsync(10);
	for (let caller = 0; caller < 501; caller++) ask('request');
	await jest.advanceTimersByTimeAsync(1_000);
	expect([beganMs.length, refused()]).toEqual([2, 1]);
});

it('a caller without a proof for whom there is no turn is sent away for ten seconds', async () => {
	const account = { username: 'api_demo_ann', apiKey: 'key', previousApiKey: '' };
	const check = async () => {
		const query = { event: 'success', request: crypto.randomUUID() };
		const context = {
			getQueryData: () => query,
			getRequestObject: () => ({ originalUrl: '/webhook/e-signature' }),
			getWorkflow: () => ({ id: 'strangers' }),
			getNode: () => ({ id: '1' }),
		} as unknown as IWebhookFunctions;
		return await checkCallback(context, { account, acceptWithoutProof: true });
	};
	for (let count = 0; count < 300; count++) void check();
	expect(await check()).toMatchObject({ status: 503, retryAfterMs: 10_000 });
});
