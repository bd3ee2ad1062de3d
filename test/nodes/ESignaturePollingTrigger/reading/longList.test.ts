import { randomUUID } from 'node:crypto';

import { forgetOldest } from '../../../../nodes/ESignaturePollingTrigger/memory/forget';
import { storeCourse, storePlace } from '../../../../nodes/ESignaturePollingTrigger/memory/stored';
import { moveOn } from '../../../../nodes/ESignaturePollingTrigger/memory/watermark';
import { entryOf } from '../../../../nodes/ESignaturePollingTrigger/reading/chart';
import { readList } from '../../../../nodes/ESignaturePollingTrigger/reading/readList';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const START_MS = Date.UTC(2026, 0);
const SIZE = 100_000;

const all = Array.from({ length: SIZE }, (_, index) => ({
	id: randomUUID(),
	momentMs: START_MS + index * MINUTE_MS,
}));
const short = all.map((request) => entryOf(request));

it.each([
	['newest first', [...short].reverse()],
	['oldest first', short],
	['by id', [...short].sort((a, b) => (a.id < b.id ? -1 : 1))],
])('three days over 100,000 requests, %s, take three calls a minute', async (_title, shown) => {
	let calls = 0;
	const read = async (page: number) => {
		calls++;
		return await Promise.resolve(shown.slice(page * 50, (page + 1) * 50));
	};
	const list = { read, pageSize: 50, firstPage: 0 as const };
	const conditions = { intervalMs: DAY_MS, mostMarks: 256, mustStop: () => false };
	let { course } = await readList(list, undefined, { ...conditions, nowMs: 0 });
	let mostCalls = 0;
	let largest = 0;
	let comparisons = 0;
	for (let nowMs = MINUTE_MS; nowMs <= 3 * DAY_MS; nowMs += MINUTE_MS) {
		calls = 0;
		const before = course.comparedMs;
		({ course } = await readList(list, course, { ...conditions, nowMs }));
		if (course.comparedMs !== before) comparisons++;
		mostCalls = Math.max(mostCalls, calls);
		if (nowMs % (97 * MINUTE_MS) === 0) {
			largest = Math.max(largest, JSON.stringify(storeCourse(course)).length);
		}
	}
	expect(mostCalls).toBeLessThanOrEqual(3);
	expect(comparisons).toBe(1);
	expect(largest).toBeLessThan(12_000);
});

it('what is kept of 100,000 requests takes 32 KB', () => {
	const outcome = { left: [], windowMs: 15 * MINUTE_MS, readingMs: 0, isWhole: true };
	const nowMs = START_MS + SIZE * MINUTE_MS;
	const { place } = forgetOldest({ place: moveOn(undefined, all, { ...outcome, nowMs }) });
	expect(JSON.stringify(storePlace(place!)).length).toBeLessThan(33_000);
});
