/** `Z`, `GMT`, `+01:00`. */
const ZONE = /([a-z]|[+-]\d{2}(:?\d{2})?)$/i;

/**
 * Undefined if it's no time. A time without a zone means UTC, and not the zone of this machine (interface.md 2.1, and
 * the oldest form of an HTTP date).
 */
export function readServiceMs(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const lacksZone = /\d:\d/.test(text) && !ZONE.test(text);
	const timeMs = Date.parse(lacksZone ? `${text}Z` : text);
	return Number.isNaN(timeMs) ? undefined : timeMs;
}

/** A longer timer ends at once. */
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

export function describeDuration(durationMs: number): string {
	const seconds = Math.ceil(durationMs / 1000);
	if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`;
	const minutes = Math.ceil(seconds / 60);
	return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** The day (YYYY-MM-DD) of a moment, in UTC; empty where there is no such moment. */
export function dayOf(timeMs: number): string {
	return Number.isNaN(timeMs) ? '' : new Date(timeMs).toISOString().slice(0, 10);
}

/** Whether the calendar has this day (YYYY-MM-DD): JavaScript takes 31 February for 3 March. */
export function isDay(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(Date.parse(text)) === text;
}

/**
 * The day of a moment in a time zone, for a date of JavaScript, one of Luxon, or what n8n makes of it: text
 * with an offset. Everything else stays as it is, also a day written as midnight UTC: who writes so
 * means that day, wherever they are.
 */
export function dayIn(timeZone: string, value: unknown): unknown {
	const timeMs = momentOf(value);
	if (timeMs === undefined) return value;
	if (Number.isNaN(timeMs)) return '';
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
	}).formatToParts(timeMs);
	const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
	return `${part('year')}-${part('month')}-${part('day')}`;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
const MIDNIGHT_UTC = /T00:00(:00(\.0{1,9})?)?(Z|[+-]00:?00)$/;

function momentOf(value: unknown): number | undefined {
	if (value instanceof Date) return value.getTime();
	if (typeof value === 'string') {
		const isMoment = MOMENT.test(value) && !MIDNIGHT_UTC.test(value);
		return isMoment ? Date.parse(value) : undefined;
	}
	const { toMillis } = (value ?? {}) as { toMillis?: unknown };
	return typeof toMillis === 'function' ? Number(toMillis.call(value)) : undefined;
}
