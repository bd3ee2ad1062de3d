/** The day (YYYY-MM-DD) of a moment, in UTC; empty where there is no such moment. */
export function dayOf(timeMs: number): string {
	return Number.isNaN(timeMs) ? '' : new Date(timeMs).toISOString().slice(0, 10);
}

/** Whether the calendar has this day (YYYY-MM-DD): JavaScript takes 31 February for 3 March. */
export function isDay(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(Date.parse(text)) === text;
}
