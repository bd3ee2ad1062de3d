import { Rate } from '../../../../../nodes/shared/http/pace/rate';

const NOW = 50_000;
const WINDOW_MS = 1050;

/** As many calls as went well in the second before, and one that was refused now, to wait for a second. */
function refusedAfter(...wellMs: number[]): Rate {
	const rate = new Rate();
	for (const ms of wellMs) rate.wentWell(ms);
	rate.wasRefused(NOW, 1000);
	return rate;
}

/** When so many calls may begin that all ask at the same time. */
const startsOf = (rate: Rate, amount: number, nowMs: number) =>
	Array.from({ length: amount }, () => rate.nextStartMs(nowMs) - nowMs);

it('holds nobody before the service has refused anything', () => {
	const rate = new Rate();
	for (let ms = 0; ms < 500; ms++) rate.wentWell(ms);
	expect(startsOf(rate, 500, 500)).toEqual(Array(500).fill(0));
});

it('lets as many begin in a second as went well in the second before the refusal', () => {
	const rate = refusedAfter(NOW - 5000, NOW - 1000, NOW - 999, NOW - 10, NOW);
	expect(startsOf(rate, 7, NOW + 1000)).toEqual([
		...[0, 0, 0],
		...Array<number>(3).fill(WINDOW_MS),
		2 * WINDOW_MS,
	]);
});

it('counts those that were under way too, until the next one begins', () => {
	const rate = refusedAfter(NOW - 10);
	rate.wentWell(NOW + 5);
	expect(startsOf(rate, 3, NOW + 1000)).toEqual([0, 0, WINDOW_MS]);
	rate.wentWell(NOW + 1001);
	expect(startsOf(rate, 2, NOW + 5000)).toEqual([0, 0]);
	expect(startsOf(rate, 1, NOW + 5000)).toEqual([WINDOW_MS]);
});

it('takes several refusals of one pause for one', () => {
	const rate = refusedAfter(NOW - 10, NOW - 5);
	rate.wentWell(NOW + 1);
	rate.wasRefused(NOW + 995, 1000);
	expect(startsOf(rate, 4, NOW + 2000)).toEqual([0, 0, 0, WINDOW_MS]);
});

it('learns anew from a refusal after the pause', () => {
	const rate = refusedAfter(NOW - 10, NOW - 5);
	startsOf(rate, 2, NOW + 1000);
	rate.wentWell(NOW + 1100);
	rate.wasRefused(NOW + 1200, 1000);
	expect(startsOf(rate, 2, NOW + 2200)).toEqual([0, WINDOW_MS]);
});

it.each([
	['nothing went well', []],
	['nothing went well in the last second', [NOW - 1000, NOW - 1000]],
])('lets one begin where %s', (_title, wellMs) => {
	expect(startsOf(refusedAfter(...wellMs), 3, NOW + 1000)).toEqual([0, WINDOW_MS, 2 * WINDOW_MS]);
});

it('waits no longer than it must', () => {
	const rate = refusedAfter(NOW - 1);
	rate.nextStartMs(NOW + 1000);
	expect(rate.nextStartMs(NOW + 1500)).toBe(NOW + 1000 + WINDOW_MS);
	expect(rate.nextStartMs(NOW + 4000)).toBe(NOW + 4000);
});

it.each([
	['while it is believed', 10_999, [0, WINDOW_MS]],
	['ten seconds after the pause', 11_000, [0, 0]],
])('holds calls %s', (_title, laterMs, starts) => {
	expect(startsOf(refusedAfter(NOW), 2, NOW + laterMs)).toEqual(starts);
});
