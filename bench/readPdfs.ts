/** Reads hostile PDFs as n8n does, in a process of its own where nothing else counts, and prints what each took. */
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import { build } from 'esbuild';
import type * as Reader from '../nodes/shared/prepare/pdf/pages.ts';
import { hostilePdfs } from '../test/support/files/hostilePdfs.ts';

export interface Reading {
	what: string;
	/** The longest work without a pause. */
	blockedMs: number;
	/** At the peak, above what was there before, with what is not cleared away yet. */
	memoryMib: number;
}

/** From some kilobytes to some dozen megabytes; some cost most below all limits, others far behind them. */
const SIZES = [200_000, 1_000_000];

const root = path.join(import.meta.dirname, '..');
const outfile = path.join(root, '.tmp/bench/pages.cjs');
await build({
	entryPoints: [path.join(root, 'nodes/shared/prepare/pdf/pages.ts')],
	...{ outfile, bundle: true, platform: 'node', format: 'cjs', packages: 'external' },
});
const { pagesOf } = (await import(outfile)) as typeof Reader;

/** Of this thread alone, because other processes may keep the machine busy. */
function workedMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

function memoryMib(): number {
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / 2 ** 20;
}

async function take(what: string, pdf: Buffer): Promise<Reading> {
	gc!();
	const before = memoryMib();
	const reading: Reading = { what, blockedMs: 0, memoryMib: 0 };
	let isOver = false;
	const looking = (async () => {
		for (let last = workedMs(); !isOver; last = workedMs()) {
			await sleep(1);
			reading.blockedMs = Math.max(reading.blockedMs, workedMs() - last);
			reading.memoryMib = Math.max(reading.memoryMib, memoryMib() - before);
		}
	})();
	await pagesOf(pdf).catch(() => undefined);
	isOver = true;
	await looking;
	return reading;
}

const readings: Reading[] = [];
for (const [what, [write]] of Object.entries(hostilePdfs)) {
	for (const size of SIZES) readings.push(await take(what, write(size)));
}
console.log(JSON.stringify(readings));
