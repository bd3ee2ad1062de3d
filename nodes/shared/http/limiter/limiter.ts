import { sleep } from 'n8n-workflow';

import { lengthOf } from '../body';
import type { Call, CallContext } from '../call';
import { stoppedFailure } from '../failure';
import { EndpointRate, MOST_AT_ONCE } from './endpointRate';
import type { Feedback } from './endpointRate';
import { cancelSignal } from './waitUntil';

/** What is under way lies in memory: small files in Base64, of large ones what is between disk and network. */
const MOST_BYTES = 12 * 1024 ** 2;
/** Larger files are streamed, so they count no more. */
const MOST_BYTES_OF_ONE = 4 * 1024 ** 2;
/** No timer outlives a stopped execution for longer. */
const LONGEST_SLEEP_MS = 200;

export type Release = (feedback: Feedback) => void;

interface Waiting {
	rate: EndpointRate;
	bytes: number;
	begin: (release: Release) => void;
}

/**
 * Decides when a call to the service may begin; all calls of one account to one host share it. Bounds calls at a time
 * and bytes at a time, lets executions take turns (round robin), and keeps to the rate of each endpoint.
 */
export class Limiter {
	readonly #rates = new Map<string, EndpointRate>();
	/** Of each execution; the one whose turn it is comes first. */
	readonly #queues = new Map<object, Waiting[]>();
	#active = 0;
	#activeBytes = 0;
	#wakesMs = Infinity;

	/** A retry goes before the new calls of its execution. */
	async acquire(context: CallContext, call: Call, isRetry: boolean): Promise<Release> {
		const signal = cancelSignal(context);
		const bytes = Math.min(lengthOf(call.body), MOST_BYTES_OF_ONE);
		const queue = this.#queues.get(context) ?? [];
		if (signal?.aborted) throw stoppedFailure(context, call, { mayBeDone: false });
		return await new Promise((resolve, reject) => {
			const stop = () => {
				queue.splice(queue.indexOf(waiting), 1);
				if (queue.length === 0) this.#queues.delete(context);
				reject(stoppedFailure(context, call, { mayBeDone: false }));
				// The next one may be smaller.
				this.#admit();
			};
			const begin = (release: Release) => {
				signal?.removeEventListener('abort', stop);
				resolve(release);
			};
			const waiting = { rate: this.#rateOf(call), bytes, begin };
			if (isRetry) queue.unshift(waiting);
			else queue.push(waiting);
			this.#queues.set(context, queue);
			signal?.addEventListener('abort', stop, { once: true });
			this.#admit();
		});
	}

	/** So far; a call that is refused while this grows is refused because there are many. */
	successesOf(call: Call): number {
		return this.#rateOf(call).successes;
	}

	#rateOf(call: Call): EndpointRate {
		const name = endpointOf(call);
		const rate = this.#rates.get(name) ?? new EndpointRate();
		this.#rates.set(name, rate);
		return rate;
	}

	#admit(): void {
		while (this.#active < MOST_AT_ONCE && this.#admitNext());
	}

	/** False when none may begin now. */
	#admitNext(): boolean {
		const nowMs = Date.now();
		const startsMs = new Map<EndpointRate, number>();
		for (const [execution, queue] of this.#queues) {
			const index = queue.findIndex(({ rate }) => {
				if (!startsMs.has(rate)) startsMs.set(rate, rate.nextStartMs(nowMs));
				return startsMs.get(rate)! <= nowMs;
			});
			const next = queue[index];
			if (!next) continue;
			if (this.#activeBytes + next.bytes > MOST_BYTES) return false;
			queue.splice(index, 1);
			// Behind all the others, because it was this execution's turn.
			this.#queues.delete(execution);
			if (queue.length > 0) this.#queues.set(execution, queue);
			next.begin(this.#begin(next, nowMs));
			return true;
		}
		this.#wakeAt(Math.min(...startsMs.values(), nowMs + LONGEST_SLEEP_MS));
		return false;
	}

	#begin({ rate, bytes }: Waiting, startMs: number): Release {
		this.#active++;
		this.#activeBytes += bytes;
		rate.began(startMs);
		return (feedback) => {
			this.#active--;
			this.#activeBytes -= bytes;
			rate.ended({ startMs, endMs: Date.now() }, feedback);
			this.#admit();
		};
	}

	#wakeAt(timeMs: number): void {
		if (this.#queues.size === 0 || timeMs >= this.#wakesMs) return;
		this.#wakesMs = timeMs;
		void sleep(Math.ceil(timeMs - Date.now())).then(() => {
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
