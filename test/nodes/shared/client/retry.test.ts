import { callTimeoutMs, timeoutMs } from '../../../../nodes/shared/client/attempt';
import type { FailedAttempt } from '../../../../nodes/shared/client/attempt';
import type { Call } from '../../../../nodes/shared/client/call';
import { retryDelayMs } from '../../../../nodes/shared/client/retry';
import { describeDuration, LONGEST_TIMER_MS } from '../../../../nodes/shared/network/time';

const answer = (status: number, retryAfterMs?: number): FailedAttempt => ({
	kind: 'refused',
	refusal: { status },
	retryAfterMs,
});
const cut: FailedAttempt = { kind: 'no-answer', code: 'ECONNRESET' };
const unsent: FailedAttempt = { kind: 'no-answer', code: 'ECONNREFUSED' };
const read: Call = { method: 'GET', path: '/documents', version: 'v2', itemIndex: 0 };
const create: Call = { ...read, method: 'POST' };

describe('whether a call is repeated', () => {
	it.each<[string, FailedAttempt, Call, number | undefined]>([
		['429 with Retry-After waits as long as it says', answer(429, 3_000), create, 3_000],
		['429 without Retry-After waits a second first', answer(429), create, 1_000],
		['429 with a minute waits it out', answer(429, 60_000), create, 60_000],
		['429 with more than a minute stops at once', answer(429, 60_001), create, undefined],
		['a read survives 502', answer(502), read, 1_000],
		['a read survives 503 and honours Retry-After', answer(503, 2_000), read, 2_000],
		['a read survives 504', answer(504), read, 1_000],
		['a read does not survive 500', answer(500), read, undefined],
		['a create is not repeated after 502', answer(502), create, undefined],
		['a create is not repeated after 503', answer(503), create, undefined],
		['a create is not repeated after 504', answer(504), create, undefined],
		['a read survives a cut connection', cut, read, 1_000],
		['a create is not repeated after a cut connection', cut, create, undefined],
		['a create is repeated when nothing was sent', unsent, create, 1_000],
		['400 stops', answer(400), read, undefined],
		['403 stops', answer(403), read, undefined],
	])('%s', (_title, failure, call, expected) => {
		expect(retryDelayMs(call, failure, 1)).toBe(expected);
	});

	it('waits 1, 2, 4 and 8 seconds, then gives up', () => {
		const waits = [1, 2, 3, 4, 5].map((attempt) => retryDelayMs(create, answer(429), attempt));
		expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, undefined]);
	});

	it.each([
		['that has no answer', cut],
		['with a Retry-After', answer(429, 0)],
	])('gives up a call %s after four repetitions too', (_title, failure) => {
		expect(retryDelayMs(read, failure, 4)).toBeDefined();
		expect(retryDelayMs(read, failure, 5)).toBeUndefined();
	});

	it('stops at a refusal that stays, such as the hour between reminders', () => {
		const key = 'reminded';
		const failure: FailedAttempt = { kind: 'refused', refusal: { status: 429, key } };
		const refusals = [{ key, message: '', remedy: '', isFinal: true } as const];
		expect(retryDelayMs({ ...create, refusals }, failure, 1)).toBeUndefined();
	});
});

it.each([
	[1_000, '1 second'],
	[61_500, '62 seconds'],
	[180_000, '3 minutes'],
	[3 * 3_600_000, '3 hours'],
])('%s ms is written as %s', (durationMs, expected) => {
	expect(describeDuration(durationMs)).toBe(expected);
});

it('the time limit grows with the size', () => {
	expect(timeoutMs(0)).toBe(60_000);
	expect(timeoutMs(150_000_000)).toBe(60_000 + 750_000);
});

it.each([
	[1, 1_000],
	[3_000_000, LONGEST_TIMER_MS],
	[1e9, LONGEST_TIMER_MS],
	[Infinity, LONGEST_TIMER_MS],
])('a time limit of %s seconds is one that a timer can hold', (timeoutSeconds, expected) => {
	const call = { version: 'v2', method: 'GET', path: '/', itemIndex: 0 } as const;
	expect(callTimeoutMs({ ...call, timeoutSeconds })).toBe(expected);
});
