/** How many calls may be under way at a time when the service has answered well. */
export const MOST_AT_ONCE = 100;
/** Begins with so many, and with one more for each success (slow start, as in TCP, RFC 5681). */
const START = 16;

const MEBIBYTE = 1024 * 1024;
/** What is under way lies in memory: small files in Base64, of large ones what is between disk and network. */
const MOST_BYTES = 12 * MEBIBYTE;
/** Larger files are streamed, so they count no more. */
const MOST_BYTES_OF_ONE = 4 * MEBIBYTE;

export interface Caller {
	/** A long execution does not keep a short one waiting. */
	execution: object;
	/** Of the file in the call. */
	bytes: number;
	/** Sent before, and refused: it goes before the new calls of its execution. */
	isRetry: boolean;
	signal?: AbortSignal;
}

export type Release = (hasSucceeded: boolean) => void;

interface Waiting {
	bytes: number;
	begin: (release: Release) => void;
}

/** Calls at a time and bytes at a time; executions take turns (round robin). */
export class ConcurrencyLimit {
	readonly #most: number;
	#limit: number;
	#active = 0;
	#activeBytes = 0;
	readonly #queues = new Map<object, Waiting[]>();

	constructor(most = MOST_AT_ONCE) {
		this.#most = most;
		this.#limit = Math.min(START, most);
	}

	/** Waits until there is room; undefined when `signal` came first. */
	async acquire({
		execution,
		bytes: fileBytes,
		isRetry,
		signal,
	}: Caller): Promise<Release | undefined> {
		if (signal?.aborted) return undefined;
		const bytes = Math.min(fileBytes, MOST_BYTES_OF_ONE);
		if (this.#queues.size === 0 && this.#hasRoom(bytes)) return this.#admit(bytes);
		const queue = this.#queues.get(execution) ?? [];
		this.#queues.set(execution, queue);
		return await new Promise((resolve) => {
			const stop = () => {
				queue.splice(queue.indexOf(waiting), 1);
				if (queue.length === 0) this.#queues.delete(execution);
				resolve(undefined);
				// The next one may be smaller.
				this.#admitWaiting();
			};
			const waiting: Waiting = {
				bytes,
				begin: (release) => {
					signal?.removeEventListener('abort', stop);
					resolve(release);
				},
			};
			if (isRetry) queue.unshift(waiting);
			else queue.push(waiting);
			signal?.addEventListener('abort', stop, { once: true });
		});
	}

	#hasRoom(bytes: number): boolean {
		return this.#active < this.#limit && this.#activeBytes + bytes <= MOST_BYTES;
	}

	#admit(bytes: number): Release {
		this.#active++;
		this.#activeBytes += bytes;
		return (hasSucceeded) => {
			this.#active--;
			this.#activeBytes -= bytes;
			if (hasSucceeded && this.#limit < this.#most) this.#limit++;
			this.#admitWaiting();
		};
	}

	#admitWaiting(): void {
		for (;;) {
			const [execution, queue] = this.#queues.entries().next().value ?? [];
			const next = queue?.[0];
			if (!execution || !queue || !next || !this.#hasRoom(next.bytes)) return;
			queue.shift();
			// Behind all the others, because it was this execution's turn.
			this.#queues.delete(execution);
			if (queue.length > 0) this.#queues.set(execution, queue);
			next.begin(this.#admit(next.bytes));
		}
	}
}
