import { sleep } from 'n8n-workflow';

import type { Call, CallContext } from '../call';
import { stoppedFailure } from '../failure';
import { perEndpoint } from './endpoint';
import type { Lane } from './lane';

const SLICE_MS = 200;

/** When each endpoint may be called again. */
const rest = perEndpoint(() => ({ untilMs: 0 }));

/** A refused endpoint rests for all who share the lane, not only for the one that was refused. */
export function pauseEndpoint(lane: Lane, call: Call, waitMs: number): void {
	const its = rest(lane, call);
	its.untilMs = Math.max(its.untilMs, Date.now() + waitMs);
}

export function isPaused(lane: Lane, call: Call): boolean {
	return rest(lane, call).untilMs > Date.now();
}

export async function waitForEndpoint(context: CallContext, lane: Lane, call: Call): Promise<void> {
	await waitUntil(context, call, () => rest(lane, call).untilMs);
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
