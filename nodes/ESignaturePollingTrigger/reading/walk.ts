import { addsNothing, idsOf } from './chart';
import type { Chart, End, Entry, List, Mark } from './chart';

/** A reading of a whole list, page after page, over one poll or many. */
export interface Walk {
	startedMs: number;
	/** Whether a poll reads on as far as it can: nobody knows where in the list something has changed. */
	isUrgent: boolean;
	firstPage: number;
	nextPage: number;
	firstIds: string[];
	/** Of the page before the next. */
	lastIds: string[];
	marks: Mark[];
	pagesPerMark: number;
	order: Order;
}

interface Order {
	lastMs?: number;
	rises: boolean;
	falls: boolean;
}

export interface Scale {
	pageSize: number;
	/** A chart keeps no more than this, however long the list. */
	mostMarks: number;
}

export function beginWalk(
	{ firstPage }: Pick<List, 'firstPage'>,
	{ startedMs, isUrgent }: Pick<Walk, 'startedMs' | 'isUrgent'>,
): Walk {
	return {
		startedMs,
		isUrgent,
		firstPage,
		nextPage: firstPage,
		firstIds: [],
		lastIds: [],
		marks: [],
		pagesPerMark: 1,
		order: { rises: false, falls: false },
	};
}

/** The walk after its next page; with a chart when that was the end. */
export function addPage(walk: Walk, entries: Entry[], scale: Scale): { walk: Walk; chart?: Chart } {
	const { nextPage: page, firstPage, lastIds } = walk;
	const ids = idsOf(entries);
	const isFull = ids.length >= scale.pageSize;
	// Where the first page is called 1, page 0 is empty, or page 1 once more.
	if (page === 0 && ids.length === 0) return { walk: { ...walk, firstPage: 1, nextPage: 1 } };
	const isRepeated = addsNothing(ids, lastIds);
	if (page === 1 && firstPage === 0 && isRepeated && isFull) {
		return { walk: { ...walk, firstPage: 1, nextPage: 2 } };
	}
	if (isRepeated || beginsAnew(walk, ids)) {
		const end = { page: Math.max(page - 1, firstPage), ids: lastIds };
		return { walk, chart: chartOf(walk, end) };
	}
	const next = noted(walk, entries, scale);
	return isFull ? { walk: next } : { walk: next, chart: chartOf(next, { page, ids }) };
}

/** Some services show the first page again behind the end. */
function beginsAnew({ nextPage, firstPage, firstIds }: Walk, ids: string[]): boolean {
	const known = ids.filter((id) => firstIds.includes(id)).length;
	return nextPage > firstPage + 1 && 2 * known >= ids.length;
}

/** Of what it has read so far. */
export function chartOf({ firstPage, marks, order }: Walk, end: End): Chart {
	return { firstPage, end, marks, isNewestFirst: order.falls && !order.rises };
}

function noted(walk: Walk, entries: Entry[], scale: Scale): Walk {
	const ids = idsOf(entries);
	return {
		...walk,
		...marked(walk, entries, scale),
		nextPage: walk.nextPage + 1,
		firstIds: walk.nextPage === walk.firstPage ? ids : walk.firstIds,
		lastIds: ids,
		order: followed(walk, entries),
	};
}

/** A mark is in the middle of its page, so that it is still there when some entries come before it or go. */
function marked(
	{ nextPage, firstPage, marks, pagesPerMark }: Walk,
	entries: Entry[],
	{ pageSize, mostMarks }: Scale,
): Pick<Walk, 'marks' | 'pagesPerMark'> {
	const index = nextPage - firstPage;
	const middle = Math.floor(pageSize / 2);
	const entry = entries[middle];
	if (!entry || index % pagesPerMark !== 0) return { marks, pagesPerMark };
	const position = index * pageSize + middle;
	const before = marks.filter((mark) => mark.position < position);
	const all = [...before, { id: entry.id, position }];
	if (all.length <= mostMarks) return { marks: all, pagesPerMark };
	return { marks: all.filter((_, at) => at % 2 === 0), pagesPerMark: 2 * pagesPerMark };
}

function followed({ order, lastIds }: Walk, entries: Entry[]): Order {
	const next = { ...order };
	for (const { id, momentMs } of entries) {
		// What moved over the border of a page is shown twice.
		if (momentMs === undefined || lastIds.includes(id)) continue;
		next.rises ||= momentMs > (next.lastMs ?? momentMs);
		next.falls ||= momentMs < (next.lastMs ?? momentMs);
		next.lastMs = momentMs;
	}
	return next;
}
