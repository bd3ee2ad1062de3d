import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker, type Transferable } from 'node:worker_threads';

/** Each thread holds a file and what was read of it: more of them at once would not be faster, only larger. */
const MOST_AT_ONCE = Math.max(2, availableParallelism());

let running = 0;
const waiting: Array<() => void> = [];

interface Task {
	/** The file that runs: where it is, and its name without an ending. */
	folder: string;
	name: string;
	job: unknown;
	/** Parts of the job that go over to the thread, and are gone here. */
	transferred?: Transferable[];
}

/** Runs a file in a thread of its own, while others are served, and answers with the message that it sends. */
export async function inThread<Answer>(task: Task): Promise<Answer> {
	if (running >= MOST_AT_ONCE) await new Promise<void>((free) => waiting.push(free));
	running += 1;
	try {
		return await run<Answer>(task);
	} finally {
		running -= 1;
		waiting.shift()?.();
	}
}

async function run<Answer>({ folder, name, job, transferred = [] }: Task): Promise<Answer> {
	const worker = new Worker(fileOf(folder, name), { workerData: job, transferList: transferred });
	return await new Promise<Answer>((resolve, reject) => {
		worker.once('message', resolve).once('error', reject);
		worker.once('exit', () => reject(new Error(`The thread ${name} has ended without an answer.`)));
	});
}

/** In the repository Node runs TypeScript, in the package what was made of it. */
function fileOf(folder: string, name: string): string {
	const source = path.join(folder, `${name}.ts`);
	return existsSync(source) ? source : path.join(folder, `${name}.js`);
}
