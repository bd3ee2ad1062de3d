import { setBounded } from './bounded';

const PAUSE_MS = 60_000;
const MOST_PLACES = 1_000;

const lastAtMs = new Map<string, number>();

/** Whether something may be said again at this place: what strangers cause must not fill a log. */
export function isDue(place: string, nowMs: number): boolean {
	const last = lastAtMs.get(place);
	if (last !== undefined && Math.abs(nowMs - last) < PAUSE_MS) return false;
	setBounded(lastAtMs, place, nowMs, MOST_PLACES);
	return true;
}
