import type { Chart, Entry, List, Mark } from './chart';
import { findEnd } from './end';
import { readOnce } from './readOnce';
import { findShifts } from './search';

/** What came since the last poll may fill pages, and the first mark stands behind it. */
const MOST_FRONT_PAGES = 20;

export interface View {
	chart: Chart;
	/** By how much each mark of the chart before has moved back, and last its end. */
	shifts: number[];
}

/**
 * The list after a look at its end, and at its front where what is new comes in there; further where these have
 * moved. Undefined when the chart does not lead to it any more: then all has to be read.
 */
export async function lookAround(
	pages: List,
	chart: Chart,
	mustStop: () => boolean,
): Promise<View | undefined> {
	const list = readOnce(pages);
	const found = await findEnd(list, chart);
	if (!found) return undefined;
	const frontMoved = chart.isNewestFirst ? await frontShift(list, chart) : undefined;
	if (chart.isNewestFirst && frontMoved === undefined) return undefined;

	const shifts = await findShifts(list, chart, { front: frontMoved, end: found.shift, mustStop });
	if (!shifts) return undefined;
	const marks = chart.marks.map(({ id, position }, index) => ({
		id,
		position: Math.max(0, position + (shifts[index] ?? 0)),
	}));
	const front = chart.isNewestFirst ? await frontMark(list, chart) : undefined;
	const kept = front ? [front, ...marks.slice(1)] : marks;
	return { chart: { ...chart, end: found.end, marks: kept }, shifts: [...shifts, found.shift] };
}

/** What comes at the front would carry the first mark away, page by page, so it is set anew. */
async function frontMark(list: List, { firstPage }: Chart): Promise<Mark | undefined> {
	const position = Math.floor(list.pageSize / 2);
	const entry = (await list.read(firstPage))[position];
	return entry && { id: entry.id, position };
}

/** By how much the first mark has moved back; undefined when it has left, or the order is another now. */
async function frontShift(list: List, { firstPage, marks }: Chart): Promise<number | undefined> {
	const [mark] = marks;
	const shown: Entry[] = [];
	for (let page = firstPage; page < firstPage + MOST_FRONT_PAGES; page++) {
		const entries = await list.read(page);
		shown.push(...entries);
		if (!isFalling(shown)) return undefined;
		const index = shown.findIndex(({ id }) => id === mark?.id);
		if (mark && index !== -1) return index - mark.position;
		if (entries.length < list.pageSize) break;
	}
	return undefined;
}

function isFalling(entries: Entry[]): boolean {
	const moments = entries.map(({ momentMs }) => momentMs).filter((ms) => ms !== undefined);
	return moments.every((ms, index) => index === 0 || ms <= moments[index - 1]!);
}
