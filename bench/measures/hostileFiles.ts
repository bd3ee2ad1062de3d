/** What files that ask for endless work and memory cost n8n: in its main process, where everything else waits meanwhile. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Reading } from '../readPdfs.ts';
import type { Row } from '../table.ts';

const MOST_BLOCKED_MS = 250;
const MOST_MEMORY_MIB = 100;

export async function measureHostileFiles(): Promise<Row[]> {
	const file = path.join(import.meta.dirname, '../readPdfs.ts');
	const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', file]);
	const readings = JSON.parse(stdout) as Reading[];
	const worst = (value: (reading: Reading) => number) =>
		readings.reduce((most, one) => (value(one) > value(most) ? one : most));
	const [slowest, largest] = [
		worst(({ blockedMs }) => blockedMs),
		worst(({ memoryMib }) => memoryMib),
	];
	return [
		{
			measure: `${readings.length} hostile PDFs: longest work of n8n without a pause`,
			ours: `${Math.round(slowest.blockedMs)} ms (${slowest.what})`,
			against: `${MOST_BLOCKED_MS} ms`,
			ratio: slowest.blockedMs / MOST_BLOCKED_MS,
			goal: 1,
		},
		{
			measure: `${readings.length} hostile PDFs: most memory`,
			ours: `${Math.round(largest.memoryMib)} MiB (${largest.what})`,
			against: `${MOST_MEMORY_MIB} MiB`,
			ratio: largest.memoryMib / MOST_MEMORY_MIB,
			goal: 1,
		},
	];
}
