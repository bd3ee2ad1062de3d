import { sleep } from 'n8n-workflow';

import type { Call, CallContext } from '../call';
import { stoppedFailure } from '../failure';
import type { Lane } from './lane';

const SLICE_MS = 200;

/** When each endpoint may be called again, by lane. */
const pauses = new WeakMap<Lane, Map<string, number>>();

/** A refused endpoint rests for all who share the lane, not only for the one that was refused. */
export function pauseEndpoint(lane: Lane, call: Call, waitMs: number): void {
	const ofLane = pauses.get(lane) ?? new Map<string, number>();
	pauses.set(lane, ofLane);
	const endpoint = endpointOf(call);
	ofLane.set(endpoint, Math.max(restsUntilMs(lane, call), Date.now() + waitMs));
}

export function isPaused(lane: Lane, call: Call): boolean {
	return restsUntilMs(lane, call) > Date.now();
}

export async function waitForEndpoint(context: CallContext, lane: Lane, call: Call): Promise<void> {
	await waitUntil(context, call, () => restsUntilMs(lane, call));
}

function restsUntilMs(lane: Lane, call: Call): number {
	return pauses.get(lane)?.get(endpointOf(call)) ?? 0;
}

/** Sleeps in slices, because a user may stop the execution meanwhile. */
export async function waitUntil(
	context: CallContext,
	call: Call,
	timeMs: () => number,
): Promise<void> {
	const signal = cancelSignal(context);
	for (let restMs = timeMs() - Date.now(); restMs > 0; restMs = timeMs() - Date.now()) {
		if (signal?.aborted) throw stoppedFailure(context, call, { mayBeDone: false });
		await sleep(Math.min(SLICE_MS, restMs));
	}
}

/** Pickers, polls and callbacks cannot be stopped by anybody. */
export function cancelSignal(context: CallContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** The same endpoint whatever the ids in it are. */
function endpointOf({ interface: target = 'signing', version, method, path }: Call): string {
	const pattern = path
		.split('/')
		.map((part) => (/\d/.test(part) ? '{id}' : part))
		.join('/');
	return `${target} ${method} ${version}${pattern}`;
}
