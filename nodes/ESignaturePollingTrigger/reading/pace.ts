/**
 * How many pages of a full comparison a poll reads, so that it takes about as long as the time between two of
 * them. Rounded, so that it may take half as long again: one page a minute does for 100,000 requests and a day.
 */
export function pagesDue({
	pages,
	sinceMs,
	intervalMs,
}: {
	pages: number;
	/** Since the last poll. */
	sinceMs: number;
	intervalMs: number;
}): number {
	const share = Math.min(1, Math.max(0, sinceMs) / intervalMs);
	return Math.max(1, Math.round(pages * share));
}
