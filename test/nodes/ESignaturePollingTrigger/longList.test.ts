import {
	ListIndex,
	shortId,
	readList,
	addPage,
} from '../../../nodes/ESignaturePollingTrigger/readList';
import {
	firstState,
	MOST_REMEMBERED,
	nextState,
} from '../../../nodes/ESignaturePollingTrigger/readStates';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const START_MS = Date.UTC(2026, 0);
/** As many pages and anchors as 100,000 requests have on pages of 50, so that less is to be hashed. */
const [PAGES, PAGE_SIZE] = [2_000, 10];
const SIZE = PAGES * PAGE_SIZE;

const all = Array.from({ length: SIZE }, (_, index) => ({
	id: shortId(`${index}`),
	stateChangedAtMs: START_MS + index * MINUTE_MS,
}));

it.each([
	['newest first', [...all].reverse()],
	['oldest first', all],
	['by id', [...all].sort((a, b) => (a.id < b.id ? -1 : 1))],
])('three days over 2,000 pages, %s, take three calls a minute', async (_title, shown) => {
	let calls = 0;
	const read = async (page: number) => {
		calls++;
		return await Promise.resolve(shown.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
	};
	const shape = { pageSize: PAGE_SIZE, firstPage: 0 as const, pagesPerAnchor: 8 };
	const list = { ...shape, read, mustStop: () => false, intervalMs: DAY_MS };
	let state = await readList({ ...list, nowMs: 0 });
	let mostCalls = 0;
	let largest = 0;
	let comparisons = 0;
	for (let nowMs = MINUTE_MS; nowMs <= 3 * DAY_MS; nowMs += MINUTE_MS) {
		calls = 0;
		const wasUnderWay = state.nextPage !== undefined;
		state = await readList({ ...list, nowMs }, state);
		if (wasUnderWay && state.nextPage === undefined) comparisons++;
		mostCalls = Math.max(mostCalls, calls);
		if (nowMs % (97 * MINUTE_MS) === 0) {
			largest = Math.max(largest, JSON.stringify(state).length);
		}
	}
	expect(mostCalls).toBeLessThanOrEqual(3);
	expect(comparisons).toBe(1);
	expect(largest).toBeLessThan(8_000);
});

it('what is kept of many requests takes 50 KB', () => {
	const nowMs = START_MS + SIZE * MINUTE_MS;
	const list = { ...ListIndex.parse({ comparedMs: 0 }), isComplete: true };
	const times = { startMs: nowMs, endMs: nowMs };
	const before = firstState('SIGNED', nowMs);
	const reading = { state: 'SIGNED', before, ...times, listed: all, list };
	const state = nextState(reading, { left: new Set(), most: MOST_REMEMBERED });
	expect(JSON.stringify(state).length).toBeLessThan(51_000);
});

it('a page that is read again leaves the anchors of all other pages where they are', () => {
	const shape = { pageSize: 2, firstPage: 0 as const, pagesPerAnchor: 1 };
	const list = { ...shape, read: async () => await Promise.resolve([]), mustStop: () => false };
	const pageAt = (page: number) => all.slice(2 * page, 2 * page + 2);
	const read = (index: ListIndex, page: number) =>
		addPage({ ...index, nextPage: page }, pageAt(page), { ...list, intervalMs: 0, nowMs: 0 });
	const index = [0, 1, 2].reduce(read, ListIndex.parse({ comparedMs: 0 }));
	expect(index.anchors).toHaveLength(3);
	expect(read(index, 1).anchors).toEqual(index.anchors);
});
