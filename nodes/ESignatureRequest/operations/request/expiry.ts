import { z } from 'zod';

/** interface.md part 8: today or later, at most six months ahead. */
const MONTHS_AHEAD = 6;

/** Why the service would refuse this date (YYYY-MM-DD) as the last day to sign. */
export function expiryFault(date: string, nowMs: number): string | undefined {
	const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && dateOf(Date.parse(date)) === date;
	if (!isDate) return 'must be a date, such as 2027-01-31';
	if (date < dateOf(nowMs)) return 'is in the past; choose today or a later day';
	const latest = latestDate(nowMs);
	if (date > latest) return `is too far ahead; choose ${latest} or an earlier day`;
	return undefined;
}

/** Six months on, or the last day of that month where it has no such day. */
function latestDate(nowMs: number): string {
	const now = new Date(nowMs);
	const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD];
	const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	return dateOf(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay)));
}

function dateOf(timeMs: number): string {
	return Number.isNaN(timeMs) ? '' : new Date(timeMs).toISOString().slice(0, 10);
}

/** A day with or without a time behind it, as date fields and expressions give it. */
export const ExpiryDate = z
	.unknown()
	.transform((value) => String(value instanceof Date ? value.toISOString() : value).trim())
	.transform((text) => text.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1'))
	.superRefine((date, refinement) => {
		const message = expiryFault(date, Date.now());
		if (message !== undefined) refinement.addIssue({ code: 'custom', message });
	});
