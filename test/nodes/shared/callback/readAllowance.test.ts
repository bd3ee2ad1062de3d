import { spend } from '../../../../nodes/shared/callback/readAllowance';

/** How many of the calls at these times may read. */
function granted(timesMs: number[]): number {
	let allowance: ReturnType<typeof spend>;
	return timesMs.filter((nowMs) => {
		const rest = spend(allowance, nowMs);
		allowance = rest ?? allowance;
		return rest !== undefined;
	}).length;
}

it.each([
	['30 at once', Array<number>(100).fill(0), 30],
	['one more every two seconds', [...Array<number>(100).fill(0), 2_000, 2_001, 4_000], 32],
	['never more than 30, however long nothing came', Array<number>(50).fill(1e12), 30],
	['all of those that come slowly', Array.from({ length: 90 }, (_, index) => index * 2_000), 90],
	['none more when the clock is set back', [...Array<number>(30).fill(9_000), 1_000, 1_000], 30],
])('grants %s', (_title, timesMs, count) => {
	expect(granted(timesMs)).toBe(count);
});
