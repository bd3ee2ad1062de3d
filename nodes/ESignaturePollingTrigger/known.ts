import { z } from 'zod/v3';

import { shortId } from './listIndex';

/** A request in the list of one state, and when it got there; without a usable time stamp that is not known. */
export interface Listed {
	id: string;
	momentMs?: number;
}

/** The requests of one state that were handled, as far as they are remembered: all that decides what is new. */
export const Known = z.object({
	/** Moments by short id. */
	seen: z.record(z.number()),
	/** How far back these ids reach: a later request that is not among them is new. */
	reachMs: z.number(),
	/** Short ids without a moment. Absent when they became too many to remember: then none of them is new. */
	undated: z.array(z.string()).optional(),
});
export type Known = z.output<typeof Known>;

/** With all that was ever seen, before the oldest are forgotten. */
export interface WideKnown extends Known {
	/** Later requests must not be forgotten, however many. */
	sureMs: number;
	/** Later requests are forgotten after those before it. */
	windowStartMs: number;
}

/** Of all states together, some 50 KB. */
export const MOST_REMEMBERED = 2_000;
/** In each state. */
export const MOST_UNDATED = 100;
/** Of a longer window only as much is remembered as there is room for. */
const SURE_WINDOW_MS = 15 * 60_000;

/** Whether a request has come since. The first look at a state only takes note of what is there. */
export function newnessBy(before: Known | undefined): (one: Listed) => boolean {
	if (!before) return () => false;
	const { seen, reachMs, undated } = before;
	const ids = new Set([...Object.keys(seen), ...(undated ?? [])]);
	return ({ id, momentMs = undated && Infinity }) => {
		return momentMs !== undefined && momentMs > reachMs && !ids.has(shortId(id));
	};
}

/** What has come since, oldest first. */
export function findChanges<T extends Listed>(before: Known | undefined, listed: T[]): T[] {
	const canCompareUndated = undatedIn(listed).length <= MOST_UNDATED;
	return listed
		.filter(({ momentMs }) => momentMs !== undefined || canCompareUndated)
		.filter(newnessBy(before))
		.sort(byMoment);
}

interface ReadOutcome {
	/** Changes for the next poll, which has to find them again. */
	left: Listed[];
	/** How late the service may show a change. */
	windowMs: number;
	/** When the reading began, by the service's clock: a change since then may be missing in what was read. */
	nowMs: number;
	/** Whether the next polls read on where this one had to stop: there may be more that is as old. */
	isUnfinished?: boolean;
}

/**
 * What is known after a poll. What is missing in a list stays remembered: ended requests leave their list only when
 * they are deleted, so it was not read, or this answer was short and another will show it again.
 */
export function moveOn(
	before: Known | undefined,
	listed: Listed[],
	{ left, windowMs, nowMs, isUnfinished = false }: ReadOutcome,
): WideKnown {
	const waiting = new Set(left.map(({ id }) => id));
	const handled = listed.filter(({ id }) => !waiting.has(id));
	const seen = { ...before?.seen };
	for (const { id, momentMs } of handled) if (momentMs !== undefined) seen[shortId(id)] = momentMs;

	// There may be too many to be the arguments of a function.
	const moments = Object.values(seen).sort((a, b) => a - b);
	const watermarkMs = Math.min(moments.at(-1) ?? 0, nowMs);
	const firstLeftMs = Math.min(...left.map(({ momentMs = Infinity }) => momentMs)) - 1;
	const windowStartMs = watermarkMs - windowMs;
	const sureMs = Math.min(watermarkMs - Math.min(windowMs, SURE_WINDOW_MS), firstLeftMs);
	const reachMs = before?.reachMs ?? Math.min(moments[0] ?? Infinity, windowStartMs);
	const known = before ? before.undated : [];
	const undated = known && [...new Set([...known, ...undatedIn(handled)])];
	return {
		seen,
		reachMs,
		sureMs: isUnfinished ? Math.min(reachMs, sureMs) : sureMs,
		windowStartMs,
		undated: undated && undated.length <= MOST_UNDATED ? undated : undefined,
	};
}

/** Forgets the oldest of all states, so that these remember equally far back beyond their windows. */
export function forgetOldest(
	states: Record<string, WideKnown>,
	most = MOST_REMEMBERED,
): Record<string, Known> {
	const next: Record<string, Known> = {};
	const all: Array<{ known: Known; id: string; momentMs: number; worth: number }> = [];
	for (const [state, { seen, sureMs, windowStartMs, ...rest }] of Object.entries(states)) {
		const known = { ...rest, seen: {} };
		next[state] = known;
		for (const [id, momentMs] of Object.entries(seen)) {
			const worth = momentMs > sureMs ? 2 : Number(momentMs > windowStartMs);
			all.push({ known, id, momentMs, worth });
		}
	}
	all.sort((a, b) => b.worth - a.worth || b.momentMs - a.momentMs);
	for (const [rank, { known, id, momentMs, worth }] of all.entries()) {
		if (rank < most || worth === 2) known.seen[id] = momentMs;
		else known.reachMs = Math.max(known.reachMs, momentMs);
	}
	return next;
}

/** The oldest first, and those without a moment last. */
export function byMoment(a: Listed, b: Listed): number {
	const [first, second] = [a, b].map(({ momentMs = Number.MAX_VALUE }) => momentMs);
	return first! - second! || (a.id < b.id ? -1 : 1);
}

function undatedIn(listed: Listed[]): string[] {
	return listed.filter(({ momentMs }) => momentMs === undefined).map(({ id }) => shortId(id));
}
