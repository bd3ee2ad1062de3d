import { sleep } from 'n8n-workflow';

import { readAccount } from '../../account/account';
import { oncePerContext, setBounded } from '../../memory/processMemory';
import { lengthOf } from '../call';
import type { Call, CallContext } from '../call';
import { canceledError } from '../errors';
import { AdaptiveBucket } from './adaptiveBucket';
import type { Feedback } from './adaptiveBucket';

export const MOST_AT_ONCE = 100;
/** Bodies under way are in memory: small files in Base64, and of large ones the part between disk and network. */
const MOST_BYTES = 12 * 1024 ** 2;
/** Larger files are streamed. */
const MOST_BYTES_OF_ONE = 4 * 1024 ** 2;
/** A timer doesn't outlive a stopped execution for longer. */
const LONGEST_SLEEP_MS = 200;

export type Release = (feedback: Feedback) => void;

interface Waiting {
	call: Call;
	bucket: AdaptiveBucket;
	bytes: number;
	begin: (release: Release) => void;
	stop: (error: Error) => void;
}

/**
 * Gives calls their permits. All calls of one account to one host share it. It limits concurrent calls and bytes,
 * serves executions in turn (round robin), and has a token bucket for each endpoint.
 */
export class Limiter {
	readonly #buckets = new Map<string, AdaptiveBucket>();
	/** By execution, in the order of their turns. */
	readonly #queues = new Map<CallContext, Waiting[]>();
	#active = 0;
	#activeBytes = 0;
	#wakesMs = Infinity;

	/** A retry goes before the new calls of its execution. */
	async acquire(context: CallContext, call: Call, isRetry: boolean): Promise<Release> {
		const bytes = Math.min(lengthOf(call.body), MOST_BYTES_OF_ONE);
		const queue = this.#queues.get(context) ?? [];
		this.#queues.set(context, queue);
		// The same listener for all calls of an execution, so that it's added once.
		cancelSignal(context)?.addEventListener('abort', this.#admit);
		return await new Promise((begin, stop) => {
			const waiting = { call, bucket: this.#bucketOf(call), bytes, begin, stop };
			if (isRetry) queue.unshift(waiting);
			else queue.push(waiting);
			this.#admit();
		});
	}

	/** A call that is refused while this number grows is refused because there are many. */
	successesOf(call: Call): number {
		return this.#bucketOf(call).successes;
	}

	#bucketOf(call: Call): AdaptiveBucket {
		const name = endpointOf(call);
		const bucket = this.#buckets.get(name) ?? new AdaptiveBucket();
		this.#buckets.set(name, bucket);
		return bucket;
	}

	readonly #admit = (): void => {
		this.#rejectStopped();
		const nowMs = Date.now();
		let wakeMs = nowMs + LONGEST_SLEEP_MS;
		for (const [execution, queue] of this.#queues) {
			if (this.#active === MOST_AT_ONCE) return;
			const index = queue.findIndex(({ bucket }) => {
				const startMs = bucket.nextStartMs(nowMs);
				wakeMs = Math.min(wakeMs, startMs);
				return startMs <= nowMs;
			});
			const next = queue[index];
			if (!next) continue;
			if (this.#activeBytes + next.bytes > MOST_BYTES) return;
			queue.splice(index, 1);
			// Requeue at the end (round robin).
			this.#queues.delete(execution);
			if (queue.length > 0) this.#queues.set(execution, queue);
			this.#begin(next, nowMs);
		}
		if (this.#queues.size > 0) this.#wakeAt(wakeMs);
	};

	#rejectStopped(): void {
		for (const [context, queue] of this.#queues) {
			if (!cancelSignal(context)?.aborted) continue;
			this.#queues.delete(context);
			for (const { call, stop } of queue) {
				stop(canceledError(context, call, { outcome: 'refused' }));
			}
		}
	}

	#begin({ bucket, bytes, begin }: Waiting, startMs: number): void {
		this.#active++;
		this.#activeBytes += bytes;
		bucket.began();
		begin((feedback) => {
			this.#active--;
			this.#activeBytes -= bytes;
			bucket.ended({ startMs, endMs: Date.now() }, feedback);
			this.#admit();
		});
	}

	#wakeAt(timeMs: number): void {
		if (timeMs >= this.#wakesMs) return;
		this.#wakesMs = timeMs;
		void sleep(Math.max(0, Math.ceil(timeMs - Date.now()))).then(() => {
			// Otherwise an earlier timer was set meanwhile.
			if (this.#wakesMs !== timeMs) return;
			this.#wakesMs = Infinity;
			this.#admit();
		});
	}
}

/** Rate limits apply per endpoint, so IDs are ignored. */
function endpointOf({ interface: target = 'signing', version, method, path }: Call): string {
	const pattern = path
		.split('/')
		.map((part) => (/\d/.test(part) ? '{id}' : part))
		.join('/');
	return `${target} ${method} ${version}${pattern}`;
}

/** One for each account and host. */
const MOST_LIMITERS = 1_000;

const limiters = new Map<string, Limiter>();

/** Each interface has a separate host. */
export async function limiterOf(
	context: CallContext,
	{ interface: target = 'signing' }: Pick<Call, 'interface'>,
): Promise<Limiter> {
	const name = `${target} ${await accountName(context)}`;
	const limiter = limiters.get(name) ?? new Limiter();
	setBounded(limiters, name, limiter, MOST_LIMITERS);
	return limiter;
}

/** The call itself explains a credential that can't be read, and sends nothing. */
const accountName = oncePerContext(async (context: CallContext) => {
	const account = await readAccount(context).catch(() => undefined);
	return account ? `${account.username} at ${account.signingAddress}` : 'unknown';
});

const SLICE_MS = 200;

/** In slices, because a user may stop the execution meanwhile. */
export async function waitUntil(
	context: CallContext,
	call: Call,
	timeMs: () => number,
): Promise<void> {
	const signal = cancelSignal(context);
	for (let restMs = timeMs() - Date.now(); restMs > 0; restMs = timeMs() - Date.now()) {
		if (signal?.aborted) throw canceledError(context, call, { outcome: 'refused' });
		await sleep(Math.min(SLICE_MS, restMs));
	}
}

/** Users can't stop pickers, polls, and callbacks. */
export function cancelSignal(context: CallContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
