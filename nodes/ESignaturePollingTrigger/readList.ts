/**
 * What a poll reads of a list. The service can neither filter by time nor say how it sorts, so the trigger keeps
 * an index of each list: its first and last page, and an anchor (id and position) in the middle of every n-th page.
 *
 *     page      0       1       2       3       4     5
 *            [......][..A...][......][..A...][......][..]
 *     before  first     7              19             last
 *     now     first     7 (+0)         20 (+1)        last (+1)   so one came between the anchors: read pages 1 to 3
 *
 * 1. Follow: read the last page, and the first one if the newest come first. Where an entry stands now, less where it
 *    stood, is its offset. Equal offsets at both ends: nothing came or went between them. Otherwise bisect over the
 *    anchors to the neighbours whose offsets differ, and read the pages between them (followList.ts).
 * 2. Scan: entries that come while others go leave all offsets as they were. So every day a cursor runs through the
 *    whole list, some pages with each poll, and sets the anchors anew. When entries move forward, it goes back.
 * 3. Build: without an index, or if the list is not recognized, read all. If the time of a poll is over, the next one
 *    follows the incomplete index and goes on behind it. A short list is always built anew.
 *
 * A wrong index costs calls or time only: which of the requests are new is decided by known.ts.
 */
import { z } from 'zod/v3';

import { followList } from './followList';
import { addPage, emptyIndex, ListIndex } from './listIndex';
import type { Entry, List } from './listIndex';

/** What is kept of a list between two polls. */
export const ListState = z.object({
	/** Absent if all has to be read. */
	index: ListIndex.optional(),
	/** The next index, while a full comparison is under way. */
	scan: ListIndex.optional(),
	/** When the list was last read from its beginning, and when the last poll was. */
	comparedMs: z.number(),
	polledMs: z.number(),
});
export type ListState = z.output<typeof ListState>;

export interface Conditions {
	nowMs: number;
	/** From one full comparison to the next; with 0 every poll is one. */
	intervalMs: number;
	/** Whether the time of this poll is over; the next one goes on. */
	mustStop: () => boolean;
	mustSeeAll?: boolean;
}

/** An idle poll takes as many: last page, first page or the one behind the last, and a page of the scan. */
const FEW_CALLS = 3;
/** Where the end is not known, at most as many are asked for behind it. */
const SIDE_BY_SIDE = 8;

export async function readList(
	list: List,
	before: ListState | undefined,
	conditions: Conditions,
): Promise<ListState> {
	const { nowMs: polledMs, intervalMs, mustSeeAll, mustStop } = conditions;
	const index = before?.index;
	const mustBuild = intervalMs === 0 || mustSeeAll || (index && isShort(list, index));
	const canFollow = index && !(index.isComplete && mustBuild);
	const followed = canFollow ? await followList(list, index, mustStop) : undefined;
	const lastPage = index?.isComplete ? index.last.page : undefined;
	if (!before || !followed) {
		const built = await readOn(list, emptyIndex(list), { ...conditions, lastPage });
		return { index: built, comparedMs: polledMs, polledMs };
	}
	if (!followed.index.isComplete) {
		return { ...before, index: await readOn(list, followed.index, conditions), polledMs };
	}
	// A clock that was set back must not put it off.
	const isDue = polledMs - before.comparedMs >= intervalMs || polledMs < before.comparedMs;
	const begun = isDue ? emptyIndex(list) : undefined;
	const scan = before.scan ? followed.move(before.scan) : begun;
	if (!scan) return { ...before, index: followed.index, polledMs };

	const mostPages = pagesDue(followed.index, (polledMs - before.polledMs) / intervalMs);
	const next = await readOn(list, scan, { ...conditions, lastPage, mostPages });
	const comparedMs = before.scan ? before.comparedMs : polledMs;
	if (next.isComplete) return { index: next, comparedMs, polledMs };
	return { index: followed.index, scan: next, comparedMs, polledMs };
}

/** Whether few calls read all of it; behind a full page there could be another. */
function isShort({ firstPage, pageSize }: List, { last }: ListIndex): boolean {
	const end = last.ids.length < pageSize ? last.page : last.page + 1;
	return end - firstPage + 1 <= FEW_CALLS;
}

/** Rounded, so a scan may take half as long again as its interval: one page a minute for 100,000 requests a day. */
function pagesDue({ last, firstPage }: ListIndex, share: number): number {
	const pages = (last.page - firstPage + 1) * Math.min(1, Math.max(0, share));
	return Math.max(1, Math.round(pages));
}

interface Stretch extends Pick<Conditions, 'mustStop'> {
	/** Where the end is expected. */
	lastPage?: number;
	mostPages?: number;
}

/** Reads on behind the last page of the index, to the end of the list or of the time. */
async function readOn(
	list: List,
	from: ListIndex,
	{ mustStop, lastPage, mostPages = Infinity }: Stretch,
): Promise<ListIndex> {
	let index = from;
	for (let read = 0; read < mostPages; ) {
		const next = index.last.page + 1;
		// The first page is often the only one.
		const isFirst = next === list.firstPage;
		const expected = lastPage === undefined || isFirst ? read : lastPage - next + 1;
		const size = Math.min(Math.max(1, expected), SIDE_BY_SIDE, mostPages - read);
		for (const page of startReading(list, next, size)) {
			index = addPage(index, await page, list);
			if (index.isComplete) return index;
		}
		read += size;
		// A second page shows which number the first one has.
		if (mustStop() && index.last.page > index.firstPage) break;
	}
	return index;
}

function startReading({ read }: List, from: number, size: number): Array<Promise<Entry[]>> {
	const group = Array.from({ length: size }, async (_, at) => await read(from + at));
	// A page behind the end may be refused, so a failure counts only when that page is looked at.
	for (const page of group) page.catch(() => undefined);
	return group;
}
