import { shortId } from '../shortId';

/** A request in the list of one state, and when it got there; without a usable time stamp nobody knows. */
export interface Listed {
	id: string;
	momentMs?: number;
}

/** How far one state has been watched: all that decides what is new, however many requests there are. */
export interface Place {
	/** Moments by short id: all in the window before the watermark, and the latest ones before that. */
	seen: Record<string, number>;
	/** How far back these ids reach: whatever is listed after this moment and is not among them is new. */
	reachMs: number;
	/** Short ids without a moment. Absent when there are too many to remember, which are then passed over. */
	undated?: string[];
}

/** A place with all that was ever seen, before the oldest are forgotten. */
export interface WidePlace extends Place {
	/** What is later than this must not be forgotten, whatever the number. */
	horizonMs: number;
	/** What is later than this is forgotten after all that is not. */
	windowStartMs: number;
}

/** Of a longer window only as much is remembered as there is room for. */
const SURE_WINDOW_MS = 15 * 60_000;

export const MOST_UNDATED = 200;

/** Whether a request is one that has come since. The first look at a state only takes note of what is there. */
export function newnessBy(before: Place | undefined): (one: Listed) => boolean {
	if (!before) return () => false;
	const known = new Set([...Object.keys(before.seen), ...(before.undated ?? [])]);
	return ({ id, momentMs }) => {
		const isAfter =
			momentMs === undefined ? before.undated !== undefined : momentMs > before.reachMs;
		return isAfter && !known.has(shortId(id));
	};
}

/** What has come since, oldest first. */
export function findChanges<T extends Listed>(before: Place | undefined, listed: T[]): T[] {
	const canTellUndated = undatedIn(listed).length <= MOST_UNDATED;
	return listed
		.filter((one) => isDated(one) || canTellUndated)
		.filter(newnessBy(before))
		.sort(byMoment);
}

interface Outcome<T> {
	/** Changes for the next poll, which has to find them again. */
	left: T[];
	/** How late the service may show a change. */
	windowMs: number;
	/** What changed while the list was being read may be missing in it, so that time does not count. */
	readingMs: number;
	/** The service's clock: a time stamp ahead of it would otherwise hide all that comes before it. */
	nowMs: number;
	/** Whether the list was read to its end in this poll. */
	isWhole: boolean;
	/** Whether the next polls read on where this one had to stop: there may be more that is as old. */
	isUnfinished?: boolean;
}

/**
 * The place after a poll. What is missing in a list stays remembered: ended requests do not leave their list
 * unless they are deleted, so it was not read, or it is a short answer, and another will show them again.
 */
export function moveOn<T extends Listed>(
	before: Place | undefined,
	listed: T[],
	{ left, windowMs, readingMs, nowMs, isWhole, isUnfinished = false }: Outcome<T>,
): WidePlace {
	const waiting = new Set(left.map(({ id }) => id));
	const handled = listed.filter(({ id }) => !waiting.has(id));
	const seen = { ...before?.seen };
	for (const one of handled) if (isDated(one)) seen[shortId(one.id)] = one.momentMs;

	const { earliestMs, latestMs } = rangeOf(Object.values(seen));
	const watermarkMs = Math.min(latestMs ?? 0, nowMs) - readingMs;
	const firstLeftMs = Math.min(...left.map(({ momentMs = Infinity }) => momentMs)) - 1;
	const windowStartMs = Math.min(watermarkMs - windowMs, firstLeftMs);
	const sureMs = Math.min(watermarkMs - Math.min(windowMs, SURE_WINDOW_MS), firstLeftMs);
	const reachMs = before?.reachMs ?? Math.min(earliestMs ?? Infinity, windowStartMs);
	return {
		seen,
		reachMs,
		horizonMs: isUnfinished ? Math.min(reachMs, sureMs) : sureMs,
		windowStartMs,
		undated: undatedAfter(before, undatedIn(handled), isWhole),
	};
}

export function byMoment(a: Listed, b: Listed): number {
	const [first, second] = [a, b].map(({ momentMs = Infinity }) => momentMs) as [number, number];
	if (first !== second) return first < second ? -1 : 1;
	return a.id < b.id ? -1 : 1;
}

/** Absent when there are more than can be remembered: then nobody could tell the new from the old. */
function undatedAfter(
	before: Place | undefined,
	shown: string[],
	isWhole: boolean,
): string[] | undefined {
	if (shown.length > MOST_UNDATED) return undefined;
	if (isWhole || !before) {
		return unique([...shown, ...(before?.undated ?? [])]).slice(0, MOST_UNDATED);
	}
	// A part of the list does not show whether they have become fewer.
	const all = before.undated && unique([...before.undated, ...shown]);
	return all && all.length <= MOST_UNDATED ? all : undefined;
}

/** There may be too many to be the arguments of a function. */
function rangeOf(moments: number[]): { earliestMs?: number; latestMs?: number } {
	const inOrder = moments.sort((a, b) => a - b);
	return { earliestMs: inOrder[0], latestMs: inOrder.at(-1) };
}

function undatedIn(listed: Listed[]): string[] {
	return listed.filter((one) => !isDated(one)).map(({ id }) => shortId(id));
}

function isDated<T extends Listed>(one: T): one is T & { momentMs: number } {
	return one.momentMs !== undefined;
}

function unique(ids: string[]): string[] {
	return [...new Set(ids)];
}
