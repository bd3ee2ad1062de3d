/** A request in the list of one state, and when it got there; without a usable time stamp nobody knows. */
export interface Listed {
	id: string;
	momentMs?: number;
}

/** How far one state has been watched: all that is kept between two polls, however many requests there are. */
export interface Place {
	/** Moments by id: all in the window before the watermark, and the latest ones before that. */
	seen: Record<string, number>;
	/** How far back these ids reach: whatever is listed after this moment and is not among them is new. */
	reachMs: number;
	/** Ids without a moment. Absent when there are too many to remember, which are then passed over. */
	undated?: string[];
}

/** So many ids are kept beyond the window, for what is shown late, or edited after it has ended. */
export const MOST_REMEMBERED = 500;

/** What has come since, oldest first. The first look at a state only takes note of what is there. */
export function findChanges<T extends Listed>(before: Place | undefined, listed: T[]): T[] {
	if (!before) return [];
	const known = new Set([...Object.keys(before.seen), ...(before.undated ?? [])]);
	const canTellUndated = before.undated !== undefined && undatedIn(listed) !== undefined;
	return listed
		.filter(({ id }) => !known.has(id))
		.filter(({ momentMs = Infinity }) => momentMs > before.reachMs)
		.filter((one) => isDated(one) || canTellUndated)
		.sort(byMoment);
}

interface Outcome<T> {
	/** Changes for the next poll, which has to find them again. */
	left: T[];
	/** How late the service may show a change, whatever the number of changes in that time. */
	windowMs: number;
	/** What changed while the list was being read may be missing in it, so that time does not count. */
	readingMs: number;
	/** The service's clock: a time stamp ahead of it would otherwise hide all that comes before it. */
	nowMs: number;
	mostRemembered?: number;
}

/**
 * The place after a poll. What is missing in a list stays remembered: ended requests do not leave their list
 * unless they are deleted, so it is more likely a short answer, and the next will show them again.
 */
export function moveOn<T extends Listed>(
	before: Place | undefined,
	listed: T[],
	{ left, windowMs, readingMs, nowMs, mostRemembered = MOST_REMEMBERED }: Outcome<T>,
): Place {
	const waiting = new Set(idsOf(left));
	const dated = listed.filter(isDated).filter(({ id }) => !waiting.has(id));
	const shown = Object.fromEntries(dated.map(({ id, momentMs }) => [id, momentMs]));
	const newestFirst = Object.entries({ ...before?.seen, ...shown }).sort(([, a], [, b]) => b - a);

	const watermarkMs = Math.min(newestFirst[0]?.[1] ?? 0, nowMs) - readingMs;
	const firstLeftMs = Math.min(...left.map(({ momentMs = Infinity }) => momentMs));
	const horizonMs = Math.min(watermarkMs - windowMs, firstLeftMs - 1);
	const inWindow = newestFirst.filter(([, momentMs]) => momentMs > horizonMs).length;
	const kept = newestFirst.slice(0, inWindow + mostRemembered);
	const latestForgottenMs = newestFirst[kept.length]?.[1] ?? -Infinity;
	const firstReachMs = Math.min(newestFirst.at(-1)?.[1] ?? Infinity, horizonMs);

	const undated = undatedIn(listed)?.filter((id) => !waiting.has(id));
	return {
		seen: Object.fromEntries(kept),
		reachMs: Math.max(before?.reachMs ?? firstReachMs, latestForgottenMs),
		...(undated && {
			undated: unique([...undated, ...(before?.undated ?? [])]).slice(0, MOST_REMEMBERED),
		}),
	};
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
