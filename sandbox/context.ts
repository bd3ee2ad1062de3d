import type { Callbacks } from './callbacks.ts';
import type { Clock } from './clock.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store.ts';

/** What every route works with. */
export interface Context {
	clock: Clock;
	settings: Settings;
	store: Store;
	callbacks: Callbacks;
	/** The address under which callers reach the sandbox; known once it listens. */
	origin: () => string;
}

export const VERSIONS = ['v1', 'v2', 'v3'] as const;
export type Version = (typeof VERSIONS)[number];
