/** How many calls without a proof may make us ask the service, so that nobody floods it through us. */
const MOST_AT_ONCE = 30;
const MS_PER_READ = 2_000;

export interface Allowance {
	reads: number;
	atMs: number;
}

/** One read less, or undefined when none is left; it fills up with time. */
export function spend(
	{ reads, atMs }: Allowance = { reads: MOST_AT_ONCE, atMs: 0 },
	nowMs: number,
): Allowance | undefined {
	const regained = Math.max(0, nowMs - atMs) / MS_PER_READ;
	const available = Math.min(MOST_AT_ONCE, reads + regained);
	return available >= 1 ? { reads: available - 1, atMs: nowMs } : undefined;
}
