import { dayOf } from '../../shared/network/time';
import { IsoDate } from '../../shared/form/readers';

/** interface.md part 8: today or later, at most six months ahead. */
const MONTHS_AHEAD = 6;

export const ExpiryDate = IsoDate.superRefine((day, refinement) => {
	const message = expiryFault(day, Date.now());
	if (message !== undefined) refinement.addIssue({ code: 'custom', message });
});

/** Why the service would refuse this day (YYYY-MM-DD) as the last one to sign. */
function expiryFault(day: string, nowMs: number): string | undefined {
	if (day < dayOf(nowMs)) return 'is in the past\nChoose today or a later day.';
	const latest = latestDay(nowMs);
	if (day > latest) return `is too far ahead\nChoose ${latest} or an earlier day.`;
	return undefined;
}

/** Six months on, or the last day of that month where it has no such day. */
function latestDay(nowMs: number): string {
	const now = new Date(nowMs);
	const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD];
	const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	return dayOf(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay)));
}
