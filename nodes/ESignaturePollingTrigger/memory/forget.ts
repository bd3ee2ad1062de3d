import type { Place, WidePlace } from './watermark';

/** Of all states together, some 32 KB. */
export const MOST_REMEMBERED = 2_000;

/**
 * Forgets the oldest of all states, so that these remember equally far back. What lies in the window of its state
 * stays, whatever the number.
 */
export function forgetOldest(
	places: Record<string, WidePlace>,
	most = MOST_REMEMBERED,
): Record<string, Place> {
	const all = Object.entries(places).flatMap(([state, { seen, horizonMs }]) =>
		Object.entries(seen).map(([id, momentMs]) => ({
			state,
			id,
			momentMs,
			isInWindow: momentMs > horizonMs,
		})),
	);
	const inWindow = all.filter((one) => one.isInWindow);
	const older = all.filter((one) => !one.isInWindow).sort((a, b) => b.momentMs - a.momentMs);
	const room = Math.max(0, most - inWindow.length);
	const kept = [...inWindow, ...older.slice(0, room)];
	const forgotten = older.slice(room);

	const trimmed = Object.entries(places).map(([state, { reachMs, undated }]): [string, Place] => {
		const ids = kept.filter((one) => one.state === state).map(({ id, momentMs }) => [id, momentMs]);
		// Sorted, so that the first is the latest.
		const latestMs = forgotten.find((one) => one.state === state)?.momentMs ?? -Infinity;
		const seen = Object.fromEntries(ids) as Place['seen'];
		return [state, { seen, reachMs: Math.max(reachMs, latestMs), ...(undated && { undated }) }];
	});
	return Object.fromEntries(trimmed);
}
