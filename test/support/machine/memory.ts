import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** How many bytes a process comes to hold above what it holds now, at its peak. */
export function watchMemory(pid: number): { stop: () => Promise<number> } {
	const before = heldBytes(pid);
	let peak = before;
	let isOver = false;
	const watching = (async () => {
		while (!isOver) {
			peak = Math.max(peak, heldBytes(pid));
			await sleep(10);
		}
	})();
	return {
		stop: async () => {
			isOver = true;
			await watching;
			return peak - before;
		},
	};
}

/** Linux gives it in pages, and without a process of its own. */
function heldBytes(pid: number): number {
	const statm = `/proc/${pid}/statm`;
	if (existsSync(statm)) return Number(readFileSync(statm, 'utf8').split(' ')[1]) * 4096;
	return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
}
