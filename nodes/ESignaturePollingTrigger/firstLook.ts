import type { OpenList, Shown } from './openList';
import type { Course, FirstLook } from './reading/course';
import { readList } from './reading/readList';
import type { Conditions, Reading } from './reading/readList';

/** The service tells its time in whole seconds, and the next one may have begun already. */
const CLOCK_STEP_MS = 2_000;

/** There is nothing yet to hold a short answer against, so it is a look at two. */
const ROUNDS = 2;

/**
 * The first look at a state decides what counts as new ever after: whatever is noted here does not. A long list
 * takes several polls. What changes meanwhile is left for those that come after.
 */
export async function takeFirstLook(
	list: OpenList,
	before: Course | undefined,
	conditions: Conditions,
): Promise<Reading & { noted: Shown[] }> {
	const noted = new Map<string, Shown>();
	let course = before;
	let look = before?.firstLook;
	for (;;) {
		const from = list.shown.length;
		const reading = await readList(list, course, { ...conditions, mustSeeAll: true });
		look ??= firstLookFrom(list.openedMs());
		const shown = list.shown.slice(from);
		for (const one of shown) if (isOld(one, look)) noted.set(one.id, one);
		look = { ...look, hasLeft: look.hasLeft || shown.some(({ id }) => !noted.has(id)) };

		const isOver = reading.course.chart !== undefined;
		if (isOver && look.round < ROUNDS) {
			look = { ...look, round: look.round + 1 };
			course = reading.course;
			continue;
		}
		const next = isOver ? after(look, reading.course) : { ...reading.course, firstLook: look };
		return { ...reading, course: next, noted: [...noted.values()] };
	}
}

export function firstLookFrom(sinceMs: number): FirstLook {
	return { sinceMs, round: 1, hasLeft: false };
}

/** One that is dated ahead was so from the start; in a later round it may have come since. */
function isOld({ momentMs, shownMs }: Shown, { sinceMs, round }: FirstLook): boolean {
	if (momentMs === undefined || momentMs <= sinceMs) return true;
	const isAhead = momentMs > shownMs + CLOCK_STEP_MS;
	return round === 1 && (isAhead || momentMs <= sinceMs + CLOCK_STEP_MS);
}

/** Without a chart the next poll reads all. */
function after({ hasLeft }: FirstLook, course: Course): Course {
	return hasLeft ? { ...course, chart: undefined } : course;
}
