import { idsOf } from './chart';
import type { List } from './chart';
import { shiftOf } from './end';
import { frontShift } from './front';
import { readOnce } from './readOnce';
import { findShifts } from './search';
import { shiftWalk } from './shiftWalk';
import { chartOf } from './walk';
import type { Walk } from './walk';

/**
 * A walk that another poll began: what has come meanwhile to the part that it has read is read now. Undefined when
 * it does not know that part again.
 */
export async function retrace(pages: List, walk: Walk): Promise<Walk | undefined> {
	const list = readOnce(pages);
	const { nextPage, lastIds } = walk;
	const end = { page: nextPage - 1, ids: lastIds };
	if (lastIds.length === 0) return undefined;
	const shown = [{ page: end.page, ids: idsOf(await list.read(end.page)) }];
	const shift = shiftOf(end, shown, list);
	if (shift === undefined) return undefined;

	const chart = chartOf(walk, end);
	const front = chart.isNewestFirst ? await frontShift(list, chart) : undefined;
	if (chart.isNewestFirst && front === undefined) return undefined;
	// However long it takes: with less it would have to begin anew.
	const shifts = await findShifts(list, chart, { front, end: shift, mustStop: () => false });
	if (!shifts) return undefined;
	const shifted = shiftWalk(walk, chart, { shifts: [...shifts, shift] }, list);
	// By what its last page shows now, the next one is known as a repetition.
	return shifted.nextPage === nextPage ? { ...shifted, lastIds: shown[0]!.ids } : shifted;
}
