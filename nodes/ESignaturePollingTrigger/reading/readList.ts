import { pagesIn } from './chart';
import type { Chart, List } from './chart';
import type { Course } from './course';
import { lookAround } from './lookAround';
import { pagesDue } from './pace';
import { retrace } from './retrace';
import { shiftWalk } from './shiftWalk';
import { beginWalk } from './walk';
import { walkOn } from './walkOn';

export interface Conditions {
	nowMs: number;
	/** From one full comparison to the next; with 0 every poll is one. */
	intervalMs: number;
	mostMarks: number;
	/** Whether a poll has taken its time; the next one goes on. */
	mustStop: () => boolean;
	mustSeeAll?: boolean;
}

export interface Reading {
	course: Course;
	/** Whether all of the list was read, in this very poll. */
	isWhole: boolean;
}

/** As many as a look at the list takes anyway, with a page of the full comparison. */
const FEW_CALLS = 3;

/** Reads what a poll has to read of a list. */
export async function readList(
	list: List,
	course: Course | undefined,
	conditions: Conditions,
): Promise<Reading> {
	const { chart } = course ?? {};
	const { intervalMs, mustSeeAll, mustStop } = conditions;
	if (!course || !chart || intervalMs === 0 || mustSeeAll || isShort(list, chart)) {
		return await readAll(list, course, conditions);
	}
	const view = await lookAround(list, chart, mustStop);
	if (!view) return await readAll(list, { ...course, chart: undefined }, conditions);
	const walk = course.walk && shiftWalk(course.walk, chart, view, list);
	return await compare(list, { ...course, chart: view.chart, walk }, conditions);
}

/** Whether all of it is read with few calls; behind a full page there could be another. */
function isShort({ firstPage, pageSize }: List, { end }: Chart): boolean {
	const last = end.ids.length < pageSize ? end.page : end.page + 1;
	return last - firstPage + 1 <= FEW_CALLS;
}

/** The rest of a walk that was urgent already, or a new one. */
async function readAll(
	list: List,
	course: Course | undefined,
	{ nowMs, mostMarks, mustStop }: Conditions,
): Promise<Reading> {
	const begun = course?.walk?.isUrgent ? await retrace(list, course.walk) : undefined;
	const walk = begun ?? beginWalk(list, { startedMs: nowMs, isUrgent: true });
	const lastPage = course?.chart?.end.page;
	const stretch = { mostPages: Infinity, mustStop, lastPage, mostMarks };
	const outcome = await walkOn(list, walk, stretch);
	const comparedMs = outcome.chart ? walk.startedMs : (course?.comparedMs ?? nowMs);
	const next = outcome.chart ? { chart: outcome.chart } : { walk: outcome.walk };
	return {
		course: { ...next, comparedMs, polledMs: nowMs },
		isWhole: outcome.chart !== undefined && begun === undefined,
	};
}

/** Some pages of the full comparison, when it is due. */
async function compare(
	list: List,
	course: Course & { chart: Chart },
	{ nowMs, intervalMs, mostMarks, mustStop }: Conditions,
): Promise<Reading> {
	const { chart, comparedMs, polledMs } = course;
	// A clock that was set back must not put it off.
	const isDue = nowMs - comparedMs >= intervalMs || nowMs < comparedMs;
	const begun = isDue ? beginWalk(list, { startedMs: nowMs, isUrgent: false }) : undefined;
	const walk = course.walk ?? begun;
	const isWhole = false;
	if (!walk) return { course: { ...course, polledMs: nowMs }, isWhole };

	const sinceMs = nowMs - polledMs;
	const mostPages = pagesDue({ pages: pagesIn(chart), sinceMs, intervalMs });
	const stretch = { mostPages, mustStop, lastPage: chart.end.page, mostMarks };
	const outcome = await walkOn(list, walk, stretch);
	if (!outcome.chart) {
		return { course: { chart, walk: outcome.walk, comparedMs, polledMs: nowMs }, isWhole };
	}
	const next = { chart: outcome.chart, comparedMs: walk.startedMs, polledMs: nowMs };
	return { course: next, isWhole };
}
