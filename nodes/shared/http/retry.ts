/** What is known about a call that did not succeed. */
export type Failure =
	| { kind: 'answer'; status: number; key?: string; retryAfterMs?: number }
	| { kind: 'no-answer'; sent: boolean };

export type Decision = { waitMs: number } | 'stop';

const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000];

/** Longer waits would look like a hang: the user is told the time instead. */
export const LONGEST_WAIT_MS = 60_000;

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
	if (backoffMs === undefined) return 'stop';

	if (failure.kind === 'no-answer') {
		return repeatable || !failure.sent ? { waitMs: backoffMs } : 'stop';
	}
	// A reminder is possible once an hour; nobody wants to wait for that.
	if (failure.key === 'error.rate_limit.reminder') return 'stop';
	if (failure.status === 429 || (repeatable && [502, 503, 504].includes(failure.status))) {
		const waitMs = failure.retryAfterMs ?? backoffMs;
		return waitMs <= LONGEST_WAIT_MS ? { waitMs } : 'stop';
	}
	return 'stop';
}

/** `Retry-After` is a number of seconds or an HTTP date. */
export function readRetryAfterMs(header: unknown, nowMs: number): number | undefined {
	const value = String((Array.isArray(header) ? header[0] : header) ?? '').trim();
	if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
	const at = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

export function inWords(durationMs: number): string {
	const seconds = Math.ceil(durationMs / 1000);
	if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`;
	const minutes = Math.ceil(seconds / 60);
	return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

const BASE_TIMEOUT_MS = 60_000;
const SLOWEST_BYTES_PER_SECOND = 200_000;

/** n8n counts the time of the transfer too, so the limit grows with the size. */
export function timeoutMs(bytes: number): number {
	return BASE_TIMEOUT_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_SECOND) * 1000;
}
