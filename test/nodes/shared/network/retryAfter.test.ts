import { LONGEST_TIMER_MS, readRetryAfterMs } from '../../../../nodes/shared/network/retryAfter';

const NOW_MS = Date.UTC(2026, 0, 1);

it.each([
	['2', 2_000],
	['0', 0],
	[['7'], 7_000],
	['-5', undefined],
	['', undefined],
	['0.5', 500],
	['1000000000', LONGEST_TIMER_MS],
	['9'.repeat(400), LONGEST_TIMER_MS],
	['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
	['Wed, 31 Dec 2025 00:00:00 GMT', 0],
	['Fri, 31 Dec 9999 23:59:59 GMT', LONGEST_TIMER_MS],
	['soon', undefined],
	[undefined, undefined],
])('Retry-After %j is a time that a timer can wait for', (header, expected) => {
	expect(readRetryAfterMs(header, NOW_MS)).toBe(expected);
});
