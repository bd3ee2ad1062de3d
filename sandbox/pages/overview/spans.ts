/** How much time the overview can let pass. */
export const SPANS_MS = {
	minute: 60_000,
	tenMinutes: 600_000,
	hour: 3_600_000,
	day: 86_400_000,
};
