import { limitMs } from '../../../../nodes/shared/http/exchange';
import { decide, timeoutMs } from '../../../../nodes/shared/http/retry';
import type { Failure } from '../../../../nodes/shared/http/retry';
import { inWords, LONGEST_TIMER_MS } from '../../../../nodes/shared/network/retryAfter';

const answer = (status: number, retryAfterMs?: number): Failure => ({
	kind: 'answer',
	status,
	retryAfterMs,
});
const cut: Failure = { kind: 'no-answer', sent: true };
const unsent: Failure = { kind: 'no-answer', sent: false };

describe('whether a call is repeated', () => {
	it.each<[string, Failure, boolean, number | 'stop']>([
		['429 with Retry-After waits as long as it says', answer(429, 3_000), false, 3_000],
		['429 without Retry-After waits a second first', answer(429), false, 1_000],
		['429 with a minute waits it out', answer(429, 60_000), false, 60_000],
		['429 with more than a minute stops at once', answer(429, 60_001), false, 'stop'],
		['a read survives 502', answer(502), true, 1_000],
		['a read survives 503 and honours Retry-After', answer(503, 2_000), true, 2_000],
		['a read survives 504', answer(504), true, 1_000],
		['a read does not survive 500', answer(500), true, 'stop'],
		['a create is not repeated after 502', answer(502), false, 'stop'],
		['a create is not repeated after 503', answer(503), false, 'stop'],
		['a create is not repeated after 504', answer(504), false, 'stop'],
		['a read survives a cut connection', cut, true, 1_000],
		['a create is not repeated after a cut connection', cut, false, 'stop'],
		['a create is repeated when nothing was sent', unsent, false, 1_000],
		['400 stops', answer(400), true, 'stop'],
		['403 stops', answer(403), true, 'stop'],
	])('%s', (_title, failure, repeatable, expected) => {
		const decision = decide({ failure, attempt: 1, repeatable });
		expect(decision === 'stop' ? 'stop' : decision.waitMs).toBe(expected);
	});

	it('waits 1, 2, 4 and 8 seconds, then gives up', () => {
		const waits = [1, 2, 3, 4, 5].map((attempt) =>
			decide({ failure: answer(429), attempt, repeatable: false }),
		);
		expect(waits).toEqual([
			{ waitMs: 1_000 },
			{ waitMs: 2_000 },
			{ waitMs: 4_000 },
			{ waitMs: 8_000 },
			'stop',
		]);
	});

	it.each([
		['that has no answer', cut],
		['with a Retry-After', answer(429, 0)],
	])('gives up a call %s after four repetitions too', (_title, failure) => {
		expect(decide({ failure, attempt: 4, repeatable: true })).not.toBe('stop');
		expect(decide({ failure, attempt: 5, repeatable: true })).toBe('stop');
	});

	it('stops at a refusal that stays, such as the hour between reminders', () => {
		const failure: Failure = { kind: 'answer', status: 429, isFinal: true };
		expect(decide({ failure, attempt: 1, repeatable: false })).toBe('stop');
	});
});

it.each([
	[1_000, '1 second'],
	[61_500, '62 seconds'],
	[180_000, '3 minutes'],
	[3 * 3_600_000, '3 hours'],
])('%s ms is written as %s', (durationMs, expected) => {
	expect(inWords(durationMs)).toBe(expected);
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
	expect(limitMs({ ...call, timeoutSeconds })).toBe(expected);
});
