import { sleep } from 'n8n-workflow';

import { lengthOf } from '../body';
import type { Call, CallContext } from '../call';
import { stoppedFailure } from '../failure';
import { AdaptiveBucket } from './adaptiveBucket';
import type { Feedback } from './adaptiveBucket';
import { cancelSignal } from './waitUntil';

/** How many calls may be under way at a time. */
export const MOST_AT_ONCE = 100;
/** What is under way lies in memory: small files in Base64, of large ones what is between disk and network. */
const MOST_BYTES = 12 * 1024 ** 2;
/** Larger files are streamed, so they count no more. */
const MOST_BYTES_OF_ONE = 4 * 1024 ** 2;
/** No timer outlives a stopped execution for longer. */
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
 * Decides when a call to the service may begin; all calls of one account to one host share it. Bounds calls at a time
 * and bytes at a time, lets executions take turns (round robin), and has a token bucket for each endpoint.
 */
export class Limiter {
	readonly #buckets = new Map<string, AdaptiveBucket>();
	/** Of each execution; the one whose turn it is comes first. */
	readonly #queues = new Map<CallContext, Waiting[]>();
	#active = 0;
	#activeBytes = 0;
	#wakesMs = Infinity;

	/** A retry goes before the new calls of its execution. */
	async acquire(context: CallContext, call: Call, isRetry: boolean): Promise<Release> {
		const bytes = Math.min(lengthOf(call.body), MOST_BYTES_OF_ONE);
		const queue = this.#queues.get(context) ?? [];
		this.#queues.set(context, queue);
		// Once for all calls of an execution, because it is the same listener.
		cancelSignal(context)?.addEventListener('abort', this.#admit);
		return await new Promise((begin, stop) => {
			const waiting = { call, bucket: this.#bucketOf(call), bytes, begin, stop };
			if (isRetry) queue.unshift(waiting);
			else queue.push(waiting);
			this.#admit();
		});
	}

	/** So far; a call that is refused while this grows is refused because there are many. */
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
			// Put back behind all the others, so that the loop comes to it again after them.
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
				stop(stoppedFailure(context, call, { mayBeDone: false }));
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
			// Otherwise an earlier time was set meanwhile.
			if (this.#wakesMs !== timeMs) return;
			this.#wakesMs = Infinity;
			this.#admit();
		});
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
