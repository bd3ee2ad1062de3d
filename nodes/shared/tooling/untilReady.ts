import { NodeApiError } from 'n8n-workflow';

import type { Call, CallContext } from '../http/call';
import { waitUntil } from '../http/limiter/waitUntil';
import { stillBusy } from './endpoints';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
const BUSY = 423;

/** Doubled each time: most files are ready at once, and large ones are not asked for more often than needed. */
export function pollDelayMs(attempt: number): number {
	return Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
}

interface Polling<T> {
	call: Call;
	limitMs: number;
	ask: (call: Call) => Promise<T>;
	/** Whether the answer says that the result comes later. */
	isPending?: (answer: T) => boolean;
}

/** Asks until the service has done its work: before that it answers with 423, or with a result that is pending. */
export async function untilReady<T>(
	context: CallContext,
	{ call, limitMs, ask, isPending = () => false }: Polling<T>,
): Promise<T> {
	const latestMs = Date.now() + limitMs;
	for (let attempt = 1; ; attempt++) {
		const asked = await ask(call).catch((error: unknown) => {
			if (!isBusy(error)) throw error;
			return error;
		});
		const isWaiting = isBusy(asked) || isPending(asked);
		if (!isWaiting) return asked;
		const nextMs = Date.now() + pollDelayMs(attempt);
		if (nextMs > latestMs) throw isBusy(asked) ? asked : pendingFailure(context, call);
		await waitUntil(context, call, () => nextMs);
	}
}

function isBusy(asked: unknown): asked is NodeApiError {
	return asked instanceof NodeApiError && asked.context.status === BUSY;
}

function pendingFailure(context: CallContext, { itemIndex }: Call): NodeApiError {
	const { message, remedy: description } = stillBusy;
	return new NodeApiError(context.getNode(), {}, { message, description, itemIndex });
}
