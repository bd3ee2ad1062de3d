import { inOrder } from '../shared/signatureRequest/pages';
import { followList } from './followList';
import { addPage, emptyIndex } from './listIndex';
import type { List, ListIndex } from './listIndex';

export interface Conditions {
	nowMs: number;
	/** From one full comparison to the next; with 0 every poll is one. */
	intervalMs: number;
	/** Whether the time of this poll is over; the next one goes on. */
	mustStop: () => boolean;
}

/** An idle poll takes as many: last page, first page or the one behind the last, and a page of the scan. */
const FEW_CALLS = 3;
/** At most so many calls of a scan are under way at the same time. */
const SIDE_BY_SIDE = 8;

/** Reads the pages on which something may have changed, and gives the index for the next poll. */
export async function readList(
	list: List,
	before: ListIndex | undefined,
	{ nowMs, intervalMs, mustStop }: Conditions,
): Promise<ListIndex> {
	const mustReadAll = before?.isComplete && (intervalMs === 0 || isShort(list, before));
	const followed = before && !mustReadAll && (await followList(list, before, mustStop));
	const lastPage = before?.isComplete ? before.last.page : undefined;
	if (!followed) return await scan(list, emptyIndex(list, nowMs), { lastPage, mustStop });

	const index = { ...followed, polledMs: nowMs };
	// A clock that was set back must not put it off.
	const isDue = nowMs - index.comparedMs >= intervalMs || nowMs < index.comparedMs;
	if (index.cursor === undefined && !isDue) return index;
	const begun = { cursor: 0, comparedMs: nowMs, rises: false, falls: false };
	const next = index.cursor === undefined ? { ...index, ...begun } : index;
	const mostPages = pagesDue(index, (nowMs - followed.polledMs) / intervalMs);
	return await scan(list, next, { lastPage, mustStop, mostPages });
}

/** Whether few calls read all of it; behind a full page there could be another. */
function isShort(list: List, { firstPage, last }: ListIndex): boolean {
	const pages = last.ids.length < list.pageSize ? last.page + 1 : last.page + 2;
	return firstPage - list.firstPage + pages <= FEW_CALLS;
}

/** Rounded, so a scan may take half as long again as its interval: one page a minute for 100,000 requests a day. */
function pagesDue({ last, isComplete }: ListIndex, share: number): number {
	const pages = (last.page + 1) * Math.min(1, Math.max(0, share));
	return isComplete ? Math.max(1, Math.round(pages)) : Infinity;
}

interface ScanLimits extends Pick<Conditions, 'mustStop'> {
	/** Where the end is expected. */
	lastPage?: number;
	mostPages?: number;
}

/** Reads on at the cursor, to the end of the list or of the time. */
async function scan(
	list: List,
	from: ListIndex,
	{ mustStop, lastPage, mostPages = Infinity }: ScanLimits,
): Promise<ListIndex> {
	let index = from;
	let read = 0;
	const ahead = () => {
		// The first page is often the only one.
		const expected = lastPage === undefined || read === 0 ? read : lastPage - index.cursor! + 1;
		return Math.min(Math.max(1, expected), SIDE_BY_SIDE, mostPages - read);
	};
	for await (const { entries } of inOrder(list.read, from.firstPage + from.cursor!, ahead)) {
		index = addPage(index, entries, list);
		read++;
		// A second page shows which number the first one has.
		const isOver = mustStop() && index.last.page > 0;
		if (index.cursor === undefined || read >= mostPages || isOver) break;
	}
	return index;
}
