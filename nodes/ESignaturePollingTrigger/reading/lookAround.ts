import type { Chart, List } from './chart';
import { findEnd } from './end';
import { frontMark, frontShift } from './front';
import { readOnce } from './readOnce';
import { findShifts } from './search';

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
