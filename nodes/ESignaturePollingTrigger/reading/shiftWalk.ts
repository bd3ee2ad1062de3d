import type { Chart, List } from './chart';
import type { View } from './lookAround';
import type { Walk } from './walk';

/** The walk in the list as it stands now: what moved forward over its place has not been read. */
export function shiftWalk(
	walk: Walk,
	before: Chart,
	{ shifts }: Pick<View, 'shifts'>,
	{ pageSize }: List,
): Walk {
	const shiftAt = (position: number, ahead: 0 | 1) => {
		const next = before.marks.findIndex((mark) => mark.position > position);
		const index = (next === -1 ? before.marks.length : next) - 1 + ahead;
		return shifts[Math.min(index, shifts.length - 1)] ?? 0;
	};
	const marks = walk.marks.map(({ id, position }) => ({
		id,
		position: Math.max(0, position + shiftAt(position, 0)),
	}));
	const place = (walk.nextPage - walk.firstPage) * pageSize;
	const forward = Math.min(0, shiftAt(place, 0), shiftAt(place, 1));
	if (forward === 0) return { ...walk, marks };
	const page = walk.firstPage + Math.floor(Math.max(0, place + forward) / pageSize);
	// The page before it is read once more, and is no repetition that would mean the end.
	return {
		...walk,
		marks,
		nextPage: page,
		lastIds: [],
		order: { ...walk.order, lastMs: undefined },
	};
}
