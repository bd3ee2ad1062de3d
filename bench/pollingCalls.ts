/**
 * What a poll of the polling trigger costs over many ended requests: calls, bytes read and bytes stored, in n8n's
 * engine against a plain list server. Each number of requests runs in a process of its own.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';

const SIZES = [10_000, 100_000];
const ORDERS = ['newest first', 'by id'];
const ALLOWED_CALLS = 3;
const ALLOWED_STORED_KIB = 100;

interface Measured {
	firstCalls: number;
	idleCalls: number;
	idleKib: number;
	changedCalls: number;
	storedKib: number;
}

for (const size of SIZES) {
	for (const order of ORDERS) {
		const measured = await measure({ size, order });
		const { firstCalls, idleCalls, idleKib, changedCalls, storedKib } = measured;
		console.log(
			`${size} ended requests, ${order}: first look ${firstCalls} calls; poll without a change ${idleCalls} calls, ${idleKib.toFixed(1)} KiB; poll with a change ${changedCalls} calls; stored ${storedKib.toFixed(1)} KiB`,
		);
		if (idleCalls > ALLOWED_CALLS || storedKib > ALLOWED_STORED_KIB) process.exitCode = 1;
	}
}
console.log(`allowed: ${ALLOWED_CALLS} calls without a change, ${ALLOWED_STORED_KIB} KiB stored`);

/** Prints one line of JSON. */
async function measure(task: object): Promise<Measured> {
	const child = spawn(
		process.execPath,
		[
			...['--require', path.resolve('bench/commonjs.cjs')],
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
