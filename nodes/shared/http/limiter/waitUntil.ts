import { sleep } from 'n8n-workflow';

import type { Call, CallContext } from '../call';
import { stoppedFailure } from '../failure';

const SLICE_MS = 200;

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

/** Pickers, polls and callbacks cannot be stopped. */
export function cancelSignal(context: CallContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
