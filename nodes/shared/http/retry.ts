/** What is known about a call that did not succeed. */
export type Failure =
	| { kind: 'answer'; status: number; isFinal?: boolean; retryAfterMs?: number }
	| { kind: 'no-answer'; sent: boolean }
	/** It would only come again. */
	| { kind: 'foreign' };

export type Decision = { waitMs: number } | 'stop';

const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000];

/** Longer waits would look like a hang: the error names the time instead. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Whether a call may be sent again, and when. A call that creates or notifies is repeated only when
 * the service surely did not act; reads also survive cut connections and gateway errors.
 */
export function decide({
	failure,
	attempt,
	repeatable,
}: {
	failure: Failure;
	attempt: number;
	repeatable: boolean;
}): Decision {
	const backoffMs = BACKOFF_MS[attempt - 1];
	if (backoffMs === undefined || failure.kind === 'foreign') return 'stop';

	if (failure.kind === 'no-answer') {
		return repeatable || !failure.sent ? { waitMs: backoffMs } : 'stop';
	}
	if (failure.isFinal) return 'stop';
	if (failure.status === 429 || (repeatable && [502, 503, 504].includes(failure.status))) {
		const waitMs = failure.retryAfterMs ?? backoffMs;
		return waitMs <= LONGEST_WAIT_MS ? { waitMs } : 'stop';
	}
	return 'stop';
}

const BASE_TIMEOUT_MS = 60_000;
const SLOWEST_BYTES_PER_SECOND = 200_000;

/** n8n counts the time of the transfer too, so the limit grows with the size. */
export function timeoutMs(bytes: number): number {
	return BASE_TIMEOUT_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_SECOND) * 1000;
}
