import { addsNothing, idsOf } from './chart';
import type { Chart, End, List } from './chart';

/** More pages than these are no growth between two polls that could be followed. */
const MOST_NEW_PAGES = 8;

export interface FoundEnd {
	end: End;
	/** By how much that what stood at the end has moved back. */
	shift: number;
}

/** Where the list ends now; undefined when nothing of its old end is to be seen there. */
export async function findEnd(list: List, chart: Chart): Promise<FoundEnd | undefined> {
	const { end, isNewestFirst } = chart;
	const isFull = end.ids.length >= list.pageSize;
	// Newest first, what comes shows at the front, and what counts here is that the list has not grown.
	if (isNewestFirst && isFull && (await isLast(list, end))) return { end, shift: 0 };

	const pages = await lastPages(list, chart);
	if (isMoving(pages)) return undefined;
	const shift = shiftOf(end, pages, list);
	const last = pages.at(-1);
	return last && shift !== undefined ? { end: last, shift } : undefined;
}

async function lastPages(list: List, chart: Chart): Promise<End[]> {
	const { end, firstPage } = chart;
	let page = end.page;
	let ids = idsOf(await list.read(page));
	if (ids.length === 0 && page > firstPage) {
		page--;
		ids = idsOf(await list.read(page));
	}
	const pages = [{ page, ids }];
	for (let last = pages[0]!; last.ids.length >= list.pageSize; last = pages.at(-1)!) {
		if (await isLast(list, last)) break;
		if (pages.length > MOST_NEW_PAGES) return [];
		pages.push({ page: last.page + 1, ids: idsOf(await list.read(last.page + 1)) });
	}
	return pages;
}

/** Something came before them while they were read, and carried an entry over to the next page. */
function isMoving(pages: End[]): boolean {
	const ids = pages.flatMap((page) => page.ids);
	return new Set(ids).size < ids.length;
}

/** Whether nothing follows: an empty page, or this one once more. */
async function isLast({ read }: List, { page, ids }: End): Promise<boolean> {
	return addsNothing(idsOf(await read(page + 1)), ids);
}

/** Most of what is left of the old end agrees; entries of the same moment may change places. */
export function shiftOf(
	end: End,
	pages: End[],
	{ pageSize }: Pick<List, 'pageSize'>,
): number | undefined {
	const votes = new Map<number, number>();
	for (const { page, ids } of pages) {
		for (const [index, id] of ids.entries()) {
			const before = end.ids.indexOf(id);
			if (before === -1) continue;
			const shift = (page - end.page) * pageSize + index - before;
			votes.set(shift, (votes.get(shift) ?? 0) + 1);
		}
	}
	const [winner] = [...votes].sort(([, a], [, b]) => b - a);
	return winner?.[0];
}
