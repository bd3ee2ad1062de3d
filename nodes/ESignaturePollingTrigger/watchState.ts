import { z } from 'zod/v3';

import { ListIndex, shortId } from './listIndex';

/** A request in the list of one state, and when it got there. */
export interface Listed {
	id: string;
	momentMs: number;
}

/** What is kept of one state from poll to poll. */
export const WatchState = z.object({
	/** When it was first watched, by the service's clock. */
	sinceMs: z.number(),
	/** Until its list was read whole for the first time, which may take several polls. */
	isFirstLook: z.boolean(),
	/** The latest requests that were handled, moments by short id: they alone decide what is new. */
	seen: z.record(z.number()),
	/** How far back these reach: a later request that is not among them is new. */
	reachMs: z.number(),
	/** Without it, a poll reads all of the list. */
	list: ListIndex.optional(),
});
export type WatchState = z.output<typeof WatchState>;

/** What a poll has read of one state. */
export interface Reading {
	state: string;
	before: WatchState;
	/** When it began and ended, by the service's clock: a change since it began may be missing. */
	startMs: number;
	endMs: number;
	listed: Listed[];
	list?: ListIndex;
}

/** Of all states together, in equal parts; some 50 KB. */
export const MOST_REMEMBERED = 2_000;
/** How late the service may show a change: a time stamp may be as old as the work that ended with it. */
export const LATE_MS = 15 * 60_000;
/** An expiry date names a day, and how soon after it the service gets to a request is not documented. */
const LATE_EXPIRED_MS = 7 * 24 * 3_600_000;
/** The service shows its time in whole seconds, and the next one may have begun already. */
const CLOCK_STEP_MS = 2_000;

function lateMsOf(state: string): number {
	return state === 'EXPIRED' ? LATE_EXPIRED_MS : LATE_MS;
}

export function firstState(state: string, nowMs: number): WatchState {
	return { sinceMs: nowMs, isFirstLook: true, seen: {}, reachMs: nowMs - lateMsOf(state) };
}

export function isNew(state: WatchState, { id, momentMs }: Listed): boolean {
	const { isFirstLook, seen, reachMs } = state;
	return !isFirstLook && momentMs > reachMs && seen[shortId(id)] === undefined;
}

/**
 * What is kept after a poll; `left` are the changes for the next one. What is missing in a list stays remembered: ended
 * requests leave their list only when they are deleted, so it was not read, or another answer will show it again.
 */
export function nextState(
	{ state, before, startMs, endMs, listed, list }: Reading,
	{ left, most }: { left: Set<Listed>; most: number },
): WatchState {
	const { sinceMs, isFirstLook, reachMs } = before;
	// The first look leaves what came during it to the next poll. What is dated ahead of the clock was there before.
	const isLater = ({ momentMs }: Listed) =>
		isFirstLook && momentMs > sinceMs + CLOCK_STEP_MS && momentMs <= endMs + CLOCK_STEP_MS;
	const seen = { ...before.seen };
	for (const one of listed) {
		if (!left.has(one) && !isLater(one)) seen[shortId(one.id)] = one.momentMs;
	}

	const isWhole = list?.isComplete ?? false;
	// To forget what is later would hide changes that are shown late, are left, or are not read yet.
	const leftMs = listed.flatMap((one) => (left.has(one) ? one.momentMs - 1 : []));
	const sureMs = Math.min(startMs - lateMsOf(state), ...leftMs, isWhole ? Infinity : reachMs);
	const newestFirst = Object.entries(seen).sort(([, a], [, b]) => b - a);
	const kept = newestFirst.filter(([, momentMs], rank) => rank < most || momentMs > sureMs);
	const [, forgottenMs] = newestFirst[kept.length] ?? ['', reachMs];
	// The first look has nothing to compare a short answer with, so the next poll reads all of the list once more.
	const nextList = isFirstLook && isWhole ? undefined : list;
	return {
		sinceMs,
		isFirstLook: isFirstLook && !isWhole,
		seen: Object.fromEntries(kept),
		reachMs: Math.max(reachMs, forgottenMs),
		// What is left has to be read again: the list is to look as it did before this poll.
		list: leftMs.length > 0 ? before.list : nextList,
	};
}

/** The oldest first. */
export function byMoment(a: Listed, b: Listed): number {
	return a.momentMs - b.momentMs || (a.id < b.id ? -1 : 1);
}
