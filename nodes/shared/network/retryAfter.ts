import { readServiceMs } from './serviceTime';

/** A timer that is set for longer goes off at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** `Retry-After` is a number of seconds or an HTTP date. */
export function readRetryAfterMs(header: unknown, nowMs: number): number | undefined {
	const value = String((Array.isArray(header) ? header[0] : header) ?? '').trim();
	if (/^\d+(\.\d+)?$/.test(value)) return bounded(Math.ceil(Number(value) * 1000));
	const at = /[a-z]/i.test(value) ? readServiceMs(value) : undefined;
	return at === undefined ? undefined : bounded(at - nowMs);
}

function bounded(durationMs: number): number {
	return Math.min(Math.max(0, durationMs), LONGEST_TIMER_MS);
}

export function inWords(durationMs: number): string {
	const seconds = Math.ceil(durationMs / 1000);
	if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`;
	const minutes = Math.ceil(seconds / 60);
	return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
