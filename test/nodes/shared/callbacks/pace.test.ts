import { nextSlot } from '../../../../nodes/shared/callbacks/throttledRead';

const pace = { everyMs: 100, atOnce: 3, longestWaitMs: 500 };

/** How long each of the calls at these times waits. */
function waits(timesMs: number[]): Array<number | undefined> {
	let freeAtMs = 0;
	return timesMs.map((nowMs) => {
		const turn = nextSlot(freeAtMs, nowMs, pace);
		freeAtMs = turn?.freeAtMs ?? freeAtMs;
		return turn && turn.startMs - nowMs;
	});
}

it.each([
	['some at once, then one after the other', [9e3, 9e3, 9e3, 9e3, 9e3], [0, 0, 0, 100, 200]],
	['no one longer than allowed', Array<number>(10).fill(9e3), [0, 0, 0, 100, 200, 300, 400, 500]],
	['all again when time has passed', [9e3, 9e3, 9e3, 9900, 9900, 9900], [0, 0, 0, 0, 0, 0]],
	['all when the clock is set back', [9e6, 9e6, 9e6, 9e6, 5], [0, 0, 0, 100, 0]],
	['callers that come slowly', [9000, 9100, 9200, 9300, 9400, 9500], [0, 0, 0, 0, 0, 0]],
])('lets in %s', (_title, timesMs, expected) => {
	expect(waits(timesMs).filter((wait) => wait !== undefined)).toEqual(expected);
});
