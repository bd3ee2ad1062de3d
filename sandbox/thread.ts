import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker, type Transferable } from 'node:worker_threads';

/** Each thread holds a file and what was read of it: more of them at once would not be faster, only larger. */
const MOST_AT_ONCE = Math.max(2, availableParallelism());
export const LIMITS = { timeMs: 10_000, memoryBytes: 1.5 * 1024 ** 3 };
const CHECK_MS = 200;
/** Tests start one sandbox after the other, and need not wait for threads each time. */
const KEPT_MS = 5000;

interface Task {
	/** The file that runs, which exports `run`: where it is, and its name without an ending. */
	folder: string;
	name: string;
	job: unknown;
	/** Parts of the job that go over to the thread, and are gone here. */
	transferred?: Transferable[];
	limits?: Partial<typeof LIMITS>;
}

interface WaitingTask extends Task {
	resolve: (answer: unknown) => void;
	reject: (error: unknown) => void;
}

/** From the thread: it can take a task, has begun with it, or has ended it. */
export type ThreadMessage =
	| { state: 'ready' | 'running' }
	| { state: 'done'; answer: unknown }
	| { state: 'failed'; error: unknown };

/** A job was ended because it took more time or memory than a file may. */
export class ThreadLimitError extends Error {}

const queue: WaitingTask[] = [];
const threads = new Set<Thread>();
let users = 0;

/** Calls `run(job)` of a file in a thread, while others are served, and answers with what it returns. */
export async function inThread<Answer>(task: Task): Promise<Answer> {
	return await new Promise<Answer>((resolve, reject) => {
		queue.push({ ...task, resolve: (answer) => resolve(answer as Answer), reject });
		dispatch();
	});
}

/** Threads are kept for the next file; some time after the last user has called what this returns, they end. */
export function useThreads(): () => void {
	users += 1;
	let isInUse = true;
	return () => {
		// A sandbox may be closed more than once, and others may still be in use.
		if (!isInUse) return;
		isInUse = false;
		users -= 1;
		for (const thread of unused()) thread.unref();
		setTimeout(() => unused().forEach((thread) => thread.end()), KEPT_MS).unref();
	};
}

/** Also those that are still starting, for work that others have done meanwhile. */
function unused(): Thread[] {
	return users > 0 || queue.length > 0 ? [] : [...threads].filter(({ isIdle }) => isIdle);
}

/** Starting a thread takes longer than most jobs: one that is ready meanwhile takes what waits. */
function dispatch() {
	if (queue.length === 0) return;
	const free = [...threads].find(({ isReady }) => isReady);
	if (free) return free.take(queue.shift()!);
	const starting = [...threads].filter(({ isStarting }) => isStarting).length;
	if (threads.size < MOST_AT_ONCE && starting < queue.length) threads.add(new Thread());
}

class Thread {
	readonly #worker = new Worker(fileOf(import.meta.dirname, 'threadMain'), {
		resourceLimits: { maxOldGenerationSizeMb: LIMITS.memoryBytes / 1024 ** 2 },
	});
	#task?: WaitingTask;
	#timers: NodeJS.Timeout[] = [];
	isStarting = true;

	constructor() {
		this.#worker
			.on('message', (message: ThreadMessage) => this.#hear(message))
			.once('error', (error: Error & { code?: string }) => {
				const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
				this.#fail(isMemory ? new ThreadLimitError('too much memory') : error);
			})
			.once('exit', () => this.#fail(new Error('A thread has ended without an answer.')));
	}

	get isIdle(): boolean {
		return this.#task === undefined;
	}

	get isReady(): boolean {
		return !this.isStarting && this.isIdle;
	}

	/** The process may end although the thread runs. */
	unref() {
		this.#worker.unref();
	}

	take(task: WaitingTask) {
		const { folder, name, job, transferred } = task;
		this.#task = task;
		this.#worker.ref();
		try {
			this.#worker.postMessage({ file: fileOf(folder, name), job }, transferred);
		} catch (error) {
			// Only what can be cloned can be sent.
			this.#release()?.reject(error);
		}
	}

	end() {
		threads.delete(this);
		void this.#worker.terminate();
	}

	#hear(message: ThreadMessage) {
		if (message.state === 'running') return this.#watch();
		this.isStarting = false;
		const task = this.#release();
		if (message.state === 'done') task?.resolve(message.answer);
		if (message.state === 'failed') task?.reject(message.error);
		dispatch();
	}

	/** Loading the code is not the fault of a file, so the time counts from here. */
	#watch() {
		const task = this.#task;
		const { timeMs, memoryBytes } = { ...LIMITS, ...task?.limits };
		const stop = (reason: string) => {
			if (this.#task === task) this.#fail(new ThreadLimitError(reason));
		};
		const startedMs = this.#timeMs();
		const check = async () => {
			if ((await this.#timeMs()) - (await startedMs) > timeMs) stop('too much time');
			// The limit of the worker itself does not count buffers.
			const heap = await this.#worker.getHeapStatistics();
			if (heap.used_heap_size + heap.external_memory > memoryBytes) stop('too much memory');
		};
		this.#timers = [setInterval(() => void check().catch(() => undefined), CHECK_MS)];
	}

	/** What the thread itself has used, where Node knows it (from 24.6 on): a busy machine is not the fault of a file. */
	async #timeMs(): Promise<number> {
		if (!('cpuUsage' in this.#worker)) return performance.now();
		const { user, system } = await this.#worker.cpuUsage();
		return (user + system) / 1000;
	}

	#fail(error: Error) {
		if (!threads.delete(this)) return;
		// One that cannot even start has no task yet: the next in the queue learns why.
		(this.#release() ?? queue.shift())?.reject(error);
		void this.#worker.terminate();
		dispatch();
	}

	#release(): WaitingTask | undefined {
		for (const timer of this.#timers) clearTimeout(timer);
		const task = this.#task;
		this.#task = undefined;
		this.unref();
		return task;
	}
}

/** In the repository Node runs TypeScript, in the package what was made of it. */
function fileOf(folder: string, name: string): string {
	const source = path.join(folder, `${name}.ts`);
	return existsSync(source) ? source : path.join(folder, `${name}.js`);
}
