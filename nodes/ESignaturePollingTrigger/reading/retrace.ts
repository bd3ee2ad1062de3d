import { idsOf } from './chart';
import type { List } from './chart';
import { shiftOf } from './end';
import { readOnce } from './readOnce';
import { findShifts } from './search';
import { shiftWalk } from './shiftWalk';
import type { Walk } from './walk';

/**
 * A walk that another poll began: what has come meanwhile to the part that it has read is read now. Undefined when
 * it does not know that part again.
 */
export async function retrace(pages: List, walk: Walk): Promise<Walk | undefined> {
	const list = readOnce(pages);
	const { firstPage, nextPage, lastIds, marks } = walk;
	const end = { page: nextPage - 1, ids: lastIds };
	if (lastIds.length === 0) return undefined;
	const shown = [{ page: end.page, ids: idsOf(await list.read(end.page)) }];
	const shift = shiftOf(end, shown, list);
	if (shift === undefined) return undefined;

	const chart = { firstPage, end, marks, isNewestFirst: false };
	// However long it takes: with less it would have to begin anew.
	const shifts = await findShifts(list, chart, { end: shift, mustStop: () => false });
	return shifts && shiftWalk(walk, chart, { shifts: [...shifts, shift] }, list);
}
