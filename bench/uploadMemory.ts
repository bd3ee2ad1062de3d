/**
 * Peak of live memory while the Upload operation runs in n8n's engine, for a small and the largest document.
 * Each runs in a process of its own, and so does the sandbox: only the engine is measured.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../sandbox/server.ts';
import { pdfOfSize } from '../test/support/pdf.ts';

const MIB = 1024 * 1024;
const SIZES_MIB = [1, 112.5];
const ALLOWED_GROWTH_MIB = 64;

const sandbox = await startSandbox();
const folder = mkdtempSync(path.join(tmpdir(), 'esignature-bench-'));
const file = path.join(folder, 'bench.pdf');
const peaks: number[] = [];
for (const sizeMib of SIZES_MIB) {
	writeFileSync(file, pdfOfSize(sizeMib * MIB));
	const { peakBytes, samples } = await measure();
	peaks.push(peakBytes / MIB);
	const peak = (peakBytes / MIB).toFixed(1);
	console.log(`upload of ${sizeMib} MiB: peak of live memory ${peak} MiB (${samples} samples)`);
}
await sandbox.close();
rmSync(folder, { recursive: true });

const [small = 0, large = 0] = peaks;
const growth = large - small;
console.log(`growth: ${growth.toFixed(1)} MiB, allowed: ${ALLOWED_GROWTH_MIB} MiB`);
process.exitCode = growth <= ALLOWED_GROWTH_MIB ? 0 : 1;

/** The upload in a process of its own, which prints one line of JSON. */
async function measure(): Promise<{ peakBytes: number; samples: number }> {
	const { address: signingAddress, username, apiKey } = sandbox;
	const child = spawn(
		process.execPath,
		[
			'--expose-gc',
			...['--require', path.resolve('bench/commonjs.cjs')],
			path.resolve('bench/uploadOnce.ts'),
			JSON.stringify({ signingAddress, username, apiKey }),
			file,
		],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	await new Promise((done) => child.on('close', done));
	return JSON.parse(output) as { peakBytes: number; samples: number };
}
