import { dayOf, isDay } from '../../../shared/operation/calendar';

/** interface.md part 8: today or later, at most six months ahead. */
const MONTHS_AHEAD = 6;

/** Why the service would refuse this date (YYYY-MM-DD) as the last day to sign. */
export function expiryFault(date: string, nowMs: number): string | undefined {
	if (!isDay(date)) return 'must be a date, such as 2027-01-31';
	if (date < dayOf(nowMs)) return 'is in the past; choose today or a later day';
	const latest = latestDate(nowMs);
	if (date > latest) return `is too far ahead; choose ${latest} or an earlier day`;
	return undefined;
}

/** Six months on, or the last day of that month where it has no such day. */
function latestDate(nowMs: number): string {
	const now = new Date(nowMs);
	const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD];
	const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	return dayOf(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay)));
}
