/**
 * Peak of live memory while a document is uploaded or sealed in n8n's engine, for a small and the largest document.
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

const OPERATIONS = {
	upload: {
		type: 'eSignatureDocument',
		parameters: { resource: 'document', operation: 'upload', source: 'binary' },
	},
	// The sealed PDF comes back as well.
	seal: {
		type: 'eSignatureSeal',
		parameters: { resource: 'seal', operation: 'seal', source: 'binary', download: true },
	},
};

const folder = mkdtempSync(path.join(tmpdir(), 'esignature-bench-'));
const file = path.join(folder, 'bench.pdf');
for (const [name, operation] of Object.entries(OPERATIONS)) {
	const growthMib = await growthOf(name, operation);
	console.log(`growth: ${growthMib.toFixed(1)} MiB, allowed: ${ALLOWED_GROWTH_MIB} MiB`);
	if (growthMib > ALLOWED_GROWTH_MIB) process.exitCode = 1;
}
rmSync(folder, { recursive: true });

async function growthOf(name: string, operation: object): Promise<number> {
	const sandbox = await startSandbox();
	const { address: signingAddress, username, apiKey } = sandbox;
	const peaksMib: number[] = [];
	for (const sizeMib of SIZES_MIB) {
		writeFileSync(file, pdfOfSize(sizeMib * MIB));
		const { peakBytes, samples } = await measure({
			credential: { region: 'custom', signingAddress, username, apiKey },
			operation,
			file,
		});
		const peakMib = peakBytes / MIB;
		peaksMib.push(peakMib);
		console.log(
			`${name} of ${sizeMib} MiB: peak of live memory ${peakMib.toFixed(1)} MiB (${samples} samples)`,
		);
	}
	await sandbox.close();
	const [small = 0, large = 0] = peaksMib;
	return large - small;
}

/** One operation in a process of its own, which prints one line of JSON. */
async function measure(task: object): Promise<{ peakBytes: number; samples: number }> {
	const child = spawn(
		process.execPath,
		[
			'--expose-gc',
			...['--require', path.resolve('test/support/commonjs.cjs')],
			path.resolve('bench/measureOnce.ts'),
			JSON.stringify(task),
		],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	await new Promise((done) => child.on('close', done));
	return JSON.parse(output) as { peakBytes: number; samples: number };
}
