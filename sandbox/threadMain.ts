/** Runs in a thread: does one job after the other, each with the file that the job names. */
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './thread.ts';

interface Order {
	file: string;
	job: unknown;
}

const say = (message: ThreadMessage) => parentPort?.postMessage(message);

parentPort?.on('message', async ({ file, job }: Order) => {
	try {
		const { run } = (await import(pathToFileURL(file).href)) as {
			run: (given: unknown) => unknown;
		};
		say({ state: 'running' });
		say({ state: 'done', answer: await run(job) });
	} catch (error) {
		say({ state: 'failed', error });
	}
});
say({ state: 'ready' });
