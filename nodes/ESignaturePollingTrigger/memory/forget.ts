import type { Place, WidePlace } from './watermark';

/** Of all states together, some 32 KB. */
export const MOST_REMEMBERED = 2_000;

interface Remembered {
	state: string;
	id: string;
	momentMs: number;
	/** Whether it must stay, whatever the number. */
	isSure: boolean;
	isInWindow: boolean;
}

/** Forgets the oldest of all states, so that these remember equally far back beyond their windows. */
export function forgetOldest(
	places: Record<string, WidePlace>,
	most = MOST_REMEMBERED,
): Record<string, Place> {
	const all = Object.entries(places).flatMap(([state, place]) => rememberedIn(state, place));
	const sure = all.filter((one) => one.isSure);
	const others = all.filter((one) => !one.isSure).sort(byWorth);
	const room = Math.max(0, most - sure.length);
	const kept = [...sure, ...others.slice(0, room)];
	const forgotten = others.slice(room);

	const trimmed = Object.entries(places).map(([state, { reachMs, undated }]): [string, Place] => {
		const ids = kept.filter((one) => one.state === state).map(({ id, momentMs }) => [id, momentMs]);
		// Of one state the first is the latest.
		const latestMs = forgotten.find((one) => one.state === state)?.momentMs ?? -Infinity;
		const seen = Object.fromEntries(ids) as Place['seen'];
		return [state, { seen, reachMs: Math.max(reachMs, latestMs), ...(undated && { undated }) }];
	});
	return Object.fromEntries(trimmed);
}

function rememberedIn(state: string, { seen, horizonMs, windowStartMs }: WidePlace): Remembered[] {
	return Object.entries(seen).map(([id, momentMs]) => ({
		state,
		id,
		momentMs,
		isSure: momentMs > horizonMs,
		isInWindow: momentMs > windowStartMs,
	}));
}

function byWorth(a: Remembered, b: Remembered): number {
	return Number(b.isInWindow) - Number(a.isInWindow) || b.momentMs - a.momentMs;
}
