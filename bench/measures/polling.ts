/** What a poll costs over many ended requests, in n8n's engine; each number of them in a process of its own. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Row } from '../table.ts';

const SIZES = [10_000, 100_000];
const ORDERS = ['newest first', 'by id'];
const MOST_CALLS = 3;
const MOST_STORED_KIB = 100;

interface Measured {
	firstCalls: number;
	idleCalls: number;
	idleKib: number;
	changedCalls: number;
	storedKib: number;
}

export async function measurePolling(): Promise<Row[]> {
	const rows: Row[] = [];
	for (const size of SIZES) {
		for (const order of ORDERS) rows.push(...rowsOf(await measure({ size, order }), size, order));
	}
	return rows;
}

function rowsOf(measured: Measured, size: number, order: string): Row[] {
	const { firstCalls, idleCalls, idleKib, changedCalls, storedKib } = measured;
	const which = `Poll over ${size} ended requests, ${order}`;
	return [
		{
			measure: `${which}: calls when nothing has changed`,
			ours: `${idleCalls}, ${idleKib.toFixed(0)} KiB, with a change ${changedCalls}, the first time ${firstCalls}`,
			against: `${MOST_CALLS} for each state`,
			// Without a call there was no poll.
			ratio: idleCalls === 0 ? Infinity : idleCalls / MOST_CALLS,
			goal: 1,
		},
		{
			measure: `${which}: stored data`,
			ours: `${storedKib.toFixed(0)} KiB`,
			against: `${MOST_STORED_KIB} KiB`,
			ratio: storedKib / MOST_STORED_KIB,
			goal: 1,
		},
	];
}

/** Prints one line of JSON. */
async function measure(task: object): Promise<Measured> {
	const child = spawn(
		process.execPath,
		[
			...['--require', path.resolve('test/support/engine/commonjs.cjs')],
			path.resolve('bench/pollLongList.ts'),
			JSON.stringify(task),
		],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	await new Promise((done) => child.on('close', done));
	return JSON.parse(output) as Measured;
}
