import type { Clock } from './clock.ts';
import type { Store } from './store.ts';

interface Reading {
	sandbox: number;
	real: number;
}

/** The time that was let pass is not forgotten; meanwhile the clock went on, unless it stands still. */
export function restoreClock(clock: Clock, store: Store) {
	const last = store.single.get('clock') as Reading | undefined;
	if (last) clock.set(Math.floor(last.sandbox + (Date.now() - last.real) * clock.speed));
	keepTime(clock, store);
}

export function keepTime(clock: Clock, store: Store) {
	store.single.set('clock', { sandbox: clock.now(), real: Date.now() } satisfies Reading);
}
