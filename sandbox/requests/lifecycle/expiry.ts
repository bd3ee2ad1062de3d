import { badRequest } from '../../http/problem.ts';

/** Dates of requests, all in UTC and written YYYY-MM-DD (interface.md 2.1 and 8). */
const DAY_MS = 86_400_000;
const MONTHS_AHEAD = 6;

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A request may still be signed on the day that `expires_at` names. */
export const endOfDate = (date: string) => Date.parse(date) + DAY_MS;

export function autoDeleteDate(createdAt: number, retentionDays: number): string {
	return dateOf(createdAt + retentionDays * DAY_MS);
}

export function checkExpiresAt(date: string, now: number, autoDeleteAt?: string) {
	if (date < dateOf(now)) throw badRequest('expires_at: must be today or later.');
	if (date > latestDate(now)) {
		throw badRequest(`expires_at: must be at most ${MONTHS_AHEAD} months ahead.`);
	}
	if (autoDeleteAt !== undefined && date > dateOf(Date.parse(autoDeleteAt) - DAY_MS)) {
		throw badRequest(`expires_at: must be before the deletion on ${autoDeleteAt}.`);
	}
}

/** The same day six months on, or the last of that month where it has no such day. */
function latestDate(now: number): string {
	const today = new Date(now);
	const month = today.getUTCMonth() + MONTHS_AHEAD;
	const lastDay = new Date(Date.UTC(today.getUTCFullYear(), month + 1, 0)).getUTCDate();
	const day = Math.min(today.getUTCDate(), lastDay);
	return dateOf(Date.UTC(today.getUTCFullYear(), month, day));
}
