import { setBounded } from './bounded';

const PAUSE_MS = 60_000;
const MOST_REMEMBERED = 1_000;

const lastAtMs = new Map<string, number>();

/** Whether this may be said again: what strangers cause, or every poll meets, must not fill a log. */
export function shouldLog(what: string, nowMs: number, pauseMs = PAUSE_MS): boolean {
	const last = lastAtMs.get(what);
	if (last !== undefined && Math.abs(nowMs - last) < pauseMs) return false;
	setBounded(lastAtMs, what, nowMs, MOST_REMEMBERED);
	return true;
}
