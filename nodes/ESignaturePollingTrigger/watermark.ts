/** A request in the list of one state, and when it got there; without a usable time stamp nobody knows. */
export interface Listed {
	id: string;
	momentMs?: number;
}

/** How far one state has been watched: all that is kept between two polls, however many requests there are. */
export interface Place {
	/** The latest moment that was seen; never one that is still to come. */
	watermarkMs: number;
	/** Moments by id: all in the window before the watermark, and the latest ones before that. */
	seen: Record<string, number>;
	/** Ids without a moment. Absent when there are too many to remember, which are then passed over. */
	undated?: string[];
}

/** So many ids are kept beyond the window: editing a request that has ended moves its time stamp. */
export const MOST_REMEMBERED = 500;

/** What has come since, oldest first. The first look at a state only takes note of what is there. */
export function findChanges<T extends Listed>(
	before: Place | undefined,
	listed: T[],
	windowMs: number,
): T[] {
	if (!before) return [];
	const known = new Set([...Object.keys(before.seen), ...(before.undated ?? [])]);
	const horizonMs = before.watermarkMs - windowMs;
	const canTellUndated = before.undated !== undefined && undatedIn(listed) !== undefined;
	return listed
		.filter(({ id }) => !known.has(id))
		.filter(({ momentMs }) => (momentMs === undefined ? canTellUndated : momentMs > horizonMs))
		.sort(byMoment);
}

/**
 * The place after a poll. Changes that are left for the next one hold the watermark back, so that it finds
 * them again. What changed while the list was being read may be missing in it, so that time does not count.
 * A time stamp ahead of the service's clock does not count either: it would hide all that comes before it.
 */
export function moveOn<T extends Listed>(
	before: Place | undefined,
	listed: T[],
	{
		left,
		windowMs,
		readingMs,
		nowMs,
	}: { left: T[]; windowMs: number; readingMs: number; nowMs: number },
): Place {
	const waiting = new Set(left.map(({ id }) => id));
	const dated = listed.filter(isDated);
	const newestMs = dated.reduce((latest, { momentMs }) => Math.max(latest, momentMs), 0);
	const heldBackMs = Math.min(
		...left.filter(isDated).map(({ momentMs }) => momentMs + windowMs - 1),
	);
	const reachedMs = Math.min(newestMs, nowMs) - readingMs;
	const watermarkMs = Math.min(Math.max(before?.watermarkMs ?? 0, reachedMs), heldBackMs);

	const undated = undatedIn(listed)?.filter((id) => !waiting.has(id));
	return {
		watermarkMs,
		seen: remember(
			before?.seen,
			dated.filter(({ id }) => !waiting.has(id)),
			watermarkMs - windowMs,
		),
		...(undated && {
			undated: unique([...undated, ...(before?.undated ?? [])]).slice(0, MOST_REMEMBERED),
		}),
	};
}

/**
 * What is missing in a list stays remembered: ended requests do not leave their list unless they are deleted,
 * so one that lacks some is more likely a short answer, and the next will show them again.
 */
function remember(
	before: Place['seen'] = {},
	dated: Array<{ id: string; momentMs: number }>,
	horizonMs: number,
): Place['seen'] {
	const all = { ...before, ...Object.fromEntries(dated.map(({ id, momentMs }) => [id, momentMs])) };
	const newestFirst = Object.entries(all).sort(([, a], [, b]) => b - a);
	const inWindow = newestFirst.filter(([, momentMs]) => momentMs > horizonMs).length;
	return Object.fromEntries(newestFirst.slice(0, inWindow + MOST_REMEMBERED));
}

export function byMoment(a: Listed, b: Listed): number {
	const [first, second] = [a, b].map(({ momentMs = Infinity }) => momentMs) as [number, number];
	if (first !== second) return first < second ? -1 : 1;
	return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Undefined when there are more than can be remembered: then nobody could tell the new from the old. */
function undatedIn(listed: Listed[]): string[] | undefined {
	const undated = idsOf(listed.filter((one) => !isDated(one)));
	return undated.length > MOST_REMEMBERED ? undefined : undated;
}

function isDated<T extends Listed>(one: T): one is T & { momentMs: number } {
	return one.momentMs !== undefined;
}

function idsOf(listed: Listed[]): string[] {
	return listed.map(({ id }) => id);
}

function unique(ids: string[]): string[] {
	return [...new Set(ids)];
}
