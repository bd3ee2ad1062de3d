interface Pace {
	/** One after the other, once nothing is left of what may be done at once. */
	everyMs: number;
	atOnce: number;
	/** A call that would have to wait longer is refused. */
	longestWaitMs: number;
}

/**
 * When the next one may begin, and from when on the one after that; undefined when it would have to wait too
 * long. First come, first served, and what was not used fills up with time.
 */
export function nextTurn(
	freeAtMs: number,
	nowMs: number,
	{ everyMs, atOnce, longestWaitMs }: Pace,
): { startMs: number; freeAtMs: number } | undefined {
	// Never further ahead than this, unless the clock was set back.
	const isAhead = freeAtMs > nowMs + longestWaitMs + everyMs;
	const turnMs = Math.max(isAhead ? nowMs : freeAtMs, nowMs - (atOnce - 1) * everyMs);
	if (turnMs > nowMs + longestWaitMs) return undefined;
	return { startMs: Math.max(turnMs, nowMs), freeAtMs: turnMs + everyMs };
}
