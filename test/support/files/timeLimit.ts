const USUAL_MS = 90_000;
const SLOWEST_BYTES_PER_SECOND = 200_000;

/** How long a test may take that sends a file of this size, on a machine on which much else is going on. */
export function timeLimitMs(bytes: number): number {
	return USUAL_MS + (bytes / SLOWEST_BYTES_PER_SECOND) * 1000;
}
