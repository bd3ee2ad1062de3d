import type { Chart, List } from './chart';

const SIDE_BY_SIDE = 8;

/** A place in the list that was known, and by how much it has moved back. */
interface Known {
	/** Of the mark; one before the first stands for the front of the list, one behind the last for its end. */
	index: number;
	position: number;
	shift: number;
}

/**
 * By how much each mark has moved, found by halving: between two places that moved alike nothing came or went.
 * Where they did not, the pages between two neighbours are read. Undefined when a mark is not where it could be.
 */
export async function findShifts(
	list: List,
	chart: Chart,
	{ front, end, mustStop }: { front?: number; end: number; mustStop: () => boolean },
): Promise<number[] | undefined> {
	const { marks } = chart;
	const first: Known = { index: -1, position: -1, shift: 0 };
	const last = {
		index: marks.length,
		position: (chart.end.page - chart.firstPage) * list.pageSize,
		shift: end,
	};
	const nearest = front === undefined ? undefined : knownAt(chart, 0, front);
	const stretches = nearest ? [pair(first, nearest), pair(nearest, last)] : [pair(first, last)];
	const shifts: number[] = [];
	for (const stretch of stretches) {
		const found = await between(list, chart, stretch, mustStop);
		if (!found) return undefined;
		shifts.push(...found);
	}
	return shifts;
}

type Stretch = readonly [Known, Known];
const pair = (from: Known, to: Known): Stretch => [from, to];

/** Of the marks behind the first place, up to the second; that is one of them unless it is the end. */
async function between(
	list: List,
	chart: Chart,
	[from, to]: Stretch,
	mustStop: () => boolean,
): Promise<number[] | undefined> {
	const isMark = to.index < chart.marks.length;
	const count = to.index - from.index - (isMark ? 0 : 1);
	if (from.shift === to.shift) return Array.from({ length: count }, () => to.shift);
	if (mustStop()) return undefined;
	if (to.index - from.index === 1) {
		await readBetween(list, chart, [from, to]);
		return isMark ? [to.shift] : [];
	}
	const middle = await locate(list, chart, [from, to]);
	if (!middle) return undefined;
	const before = await between(list, chart, [from, middle], mustStop);
	const behind = before && (await between(list, chart, [middle, to], mustStop));
	return behind && [...before, ...behind];
}

/** The mark half-way, which has moved as one of the two places has, or by something in between. */
async function locate(list: List, chart: Chart, [from, to]: Stretch): Promise<Known | undefined> {
	const index = Math.floor((from.index + to.index) / 2);
	const { id, position } = chart.marks[index]!;
	const pages = [from, to].map(({ shift }) => pageAt(list, chart, position + shift));
	for (const page of new Set(pages)) {
		const offset = (await list.read(page)).findIndex((entry) => entry.id === id);
		if (offset === -1) continue;
		const now = (page - chart.firstPage) * list.pageSize + offset;
		return { index, position, shift: now - position };
	}
	return undefined;
}

async function readBetween(list: List, chart: Chart, [from, to]: Stretch): Promise<void> {
	const last = pageAt(list, chart, to.position + to.shift);
	let page = pageAt(list, chart, from.position + from.shift);
	while (page <= last) {
		const size = Math.min(SIDE_BY_SIDE, last - page + 1);
		await Promise.all(Array.from({ length: size }, async () => await list.read(page++)));
	}
}

function pageAt({ pageSize }: List, { firstPage }: Chart, position: number): number {
	return firstPage + Math.floor(Math.max(0, position) / pageSize);
}

function knownAt({ marks }: Chart, index: number, shift: number): Known | undefined {
	const mark = marks[index];
	return mark && { index, position: mark.position, shift };
}
