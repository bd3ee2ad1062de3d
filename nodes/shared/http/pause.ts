import { sleep } from 'n8n-workflow';

import type { Call, CallContext } from './call';
import { stoppedFailure } from './failure';

const SLICE_MS = 200;

/** Per run of a node: when each endpoint may be called again. */
const pauses = new WeakMap<object, Map<string, number>>();

/** A refused endpoint rests for all items of the run, not only for the one that was refused. */
export function pauseEndpoint(context: CallContext, call: Call, waitMs: number): void {
	const ofRun = pauses.get(context) ?? new Map<string, number>();
	pauses.set(context, ofRun);
	const endpoint = endpointOf(call);
	ofRun.set(endpoint, Math.max(ofRun.get(endpoint) ?? 0, Date.now() + waitMs));
}

export async function waitForEndpoint(context: CallContext, call: Call): Promise<void> {
	const ofRun = pauses.get(context);
	if (ofRun) await waitUntil(context, call, () => ofRun.get(endpointOf(call)) ?? 0);
}

/** Sleeps in slices, because a user may stop the execution meanwhile. */
export async function waitUntil(
	context: CallContext,
	call: Call,
	timeMs: () => number,
): Promise<void> {
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	for (let restMs = timeMs() - Date.now(); restMs > 0; restMs = timeMs() - Date.now()) {
		if (signal?.aborted) throw stoppedFailure(context, call, { mayBeDone: false });
		await sleep(Math.min(SLICE_MS, restMs));
	}
}

/** The same endpoint whatever the ids in it are. */
function endpointOf({ interface: target = 'signing', version, method, path }: Call): string {
	const pattern = path
		.split('/')
		.map((part) => (/\d/.test(part) ? '{id}' : part))
		.join('/');
	return `${target} ${method} ${version}${pattern}`;
}
