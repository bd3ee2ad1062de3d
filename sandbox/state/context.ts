import type { Clock } from './clock.ts';
import type { CallbackType, RequestRecord } from './requestRecord.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store.ts';

/** What every route works with. */
export interface Context {
	clock: Clock;
	settings: Settings;
	store: Store;
	/** Calls the addresses that a request names for what happens to it. */
	callbacks: { send(type: CallbackType, request: RequestRecord, signatureId?: string): void };
	/** Is called for a request that waits for a signer. */
	onWaiting(request: RequestRecord): void;
	/** The address under which callers reach the sandbox; known once it listens. */
	origin: () => string;
}
