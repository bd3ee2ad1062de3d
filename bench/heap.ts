/**
 * What a process of Node needs, at its peak. What is not needed any more is cleared away before each look: how long
 * it lies around depends on the memory that there is, not on the work. Asked by Node's own inspector, which a signal opens.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between two looks, so that the work comes along. */
const PAUSE_MS = 100;

/** What the inspector reports about a heap; the bytes of buffers lie beside it. */
interface HeapUsage {
	usedSize: number;
	backingStorageSize: number;
}

export interface Heap {
	/** How many bytes it comes to need above what it needs before. */
	neededFor: (work: () => Promise<unknown>) => Promise<number>;
	close: () => void;
}

/** `port` is the one that the process was started with, as --inspect-port. */
export async function openHeap(pid: number, port: number): Promise<Heap> {
	process.kill(pid, 'SIGUSR1');
	const socket = new WebSocket(await socketAddressAt(port));
	await once(socket, 'open');
	/** One question at a time, so that the next message is its answer. */
	const ask = async (method: string): Promise<unknown> => {
		socket.send(JSON.stringify({ id: 1, method }));
		const [message] = (await once(socket, 'message')) as [{ data: string }];
		return (JSON.parse(message.data) as { result: unknown }).result;
	};
	const needed = async () => {
		await ask('HeapProfiler.collectGarbage');
		const usage = (await ask('Runtime.getHeapUsage')) as HeapUsage;
		return usage.usedSize + usage.backingStorageSize;
	};
	const neededFor: Heap['neededFor'] = async (work) => {
		const before = await needed();
		let peak = before;
		let isOver = false;
		const looking = (async () => {
			while (!isOver) {
				peak = Math.max(peak, await needed());
				await sleep(PAUSE_MS);
			}
		})();
		try {
			await work();
		} finally {
			isOver = true;
			await looking;
		}
		return peak - before;
	};
	return { neededFor, close: () => socket.close() };
}

/** It opens some time after the signal. */
async function socketAddressAt(port: number): Promise<string> {
	for (;;) {
		try {
			const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
			const [{ webSocketDebuggerUrl }] = (await answer.json()) as [
				{ webSocketDebuggerUrl: string },
			];
			return webSocketDebuggerUrl;
		} catch {
			await sleep(100);
		}
	}
}
