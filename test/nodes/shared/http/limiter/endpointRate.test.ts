import { EndpointRate } from '../../../../../nodes/shared/http/limiter/endpointRate';

const NOW = 50_000;
/** When the pause is over that each refusal here asks for. */
const AFTER = NOW + 1000;
/** Between two calls at one call a second. */
const SECOND_MS = 1050;

/** Calls that succeeded began at these times, and one that began now is refused. */
function refusedAfter(...succeededMs: number[]): EndpointRate {
	const rate = new EndpointRate();
	for (const ms of succeededMs) rate.succeeded(ms);
	rate.refused(NOW, AFTER);
	return rate;
}

/** When so many calls may begin that ask at the same time. */
const startsOf = (rate: EndpointRate, amount: number, nowMs: number) =>
	Array.from({ length: amount }, () => rate.nextStartMs(nowMs) - nowMs);

it('holds no call before the service has refused one', () => {
	const rate = new EndpointRate();
	for (let ms = 0; ms < 2000; ms++) rate.succeeded(ms);
	expect(startsOf(rate, 500, 500)).toEqual(Array(500).fill(0));
});

it('spreads as many calls over a second as succeeded in the second before the refusal', () => {
	const rate = refusedAfter(NOW - 5000, NOW - 1000, NOW - 999, NOW - 10, NOW);
	expect(startsOf(rate, 4, AFTER)).toEqual([0, 350, 700, 1050]);
});

it('counts calls that were under way, and none that began after the refused one', () => {
	const rate = refusedAfter(NOW - 10);
	rate.succeeded(NOW - 5);
	rate.succeeded(NOW + 1);
	expect(startsOf(rate, 3, AFTER)).toEqual([0, 525, 1050]);
});

it('takes several refusals of one pause for one', () => {
	const rate = refusedAfter(NOW - 10, NOW - 5);
	rate.refused(NOW + 995, AFTER + 995);
	expect(rate.pausedUntilMs).toBe(AFTER + 995);
	expect(startsOf(rate, 2, AFTER + 995)).toEqual([0, 525]);
});

it('learns nothing where nothing succeeded', () => {
	expect(startsOf(refusedAfter(), 3, AFTER)).toEqual([0, 0, 0]);
	expect(startsOf(refusedAfter(NOW - 1000), 3, AFTER)).toEqual([0, 0, 0]);
});

it('doubles a guess each second', () => {
	const rate = refusedAfter(NOW);
	expect(startsOf(rate, 2, AFTER)).toEqual([0, SECOND_MS]);
	expect(startsOf(rate, 2, AFTER + 3000)).toEqual([0, SECOND_MS / 2]);
	expect(startsOf(rate, 2, AFTER + 5000)).toEqual([0, SECOND_MS / 4]);
});

it('holds a rate for ten seconds that a second refusal has confirmed, and then grows slowly', () => {
	const rate = refusedAfter(NOW);
	rate.nextStartMs(AFTER);
	rate.succeeded(AFTER);
	rate.refused(AFTER, AFTER + 1000);
	expect(startsOf(rate, 2, AFTER + 9000)).toEqual([0, SECOND_MS]);
	expect(startsOf(rate, 2, AFTER + 12_000)).toEqual([0, SECOND_MS / 1.25]);
});

it('gives up the places that were promised before a pause', () => {
	const rate = refusedAfter(NOW);
	startsOf(rate, 20, AFTER);
	rate.pause(AFTER + 500);
	expect(rate.nextStartMs(AFTER + 500)).toBe(AFTER + 500);
});
