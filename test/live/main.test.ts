import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { runKit } from '../../scripts/live/kit';
// Loaded inside a test, it could not set up its own clean-up.
import '../support/engine/engineHome';
import { startSandbox } from '../../sandbox/server';

it('ends with 2 before anything is sent with a production key', async () => {
	const env = {
		ESIGNATURE_USERNAME: 'api_production_somebody',
		ESIGNATURE_API_KEY: 'secret',
		ESIGNATURE_REGION: 'ch',
	};
	// As `npm test live` starts it.
	const child = spawn(
		process.execPath,
		['--require', './test/support/engine/commonjs.cjs', 'scripts/live/main.ts'],
		{ env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
	);
	let text = '';
	child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
	const [code] = (await once(child, 'close')) as [number];
	expect({ code, text }).toEqual({
		code: 2,
		text: expect.stringMatching(/^This is a production key, so nothing was sent\./) as string,
	});
});

it.each([
	['public', 0, 'no differences from the public dialect'],
	['contract', 1, /\d+ differences from the contract dialect/],
])('taken for a service of the %s dialect, a public one ends it with %i', async (...row) => {
	const [dialect, expected, words] = row;
	const sandbox = await startSandbox({ dialect: 'public', cascadeMs: 0 });
	const { code, text } = await runKit({
		ESIGNATURE_USERNAME: sandbox.username,
		ESIGNATURE_API_KEY: sandbox.apiKey,
		ESIGNATURE_REGION: 'custom',
		ESIGNATURE_DIALECT: dialect,
		ESIGNATURE_SIGNING_ADDRESS: sandbox.address,
		ESIGNATURE_VALIDATION_ADDRESS: sandbox.validationAddress,
	});
	await sandbox.close();
	const lines = text.split('\n');
	expect(code).toBe(expected);
	expect(lines.at(-1)).toMatch(words);
	const file = lines.at(-2)!.replace('Recorded in ', '');
	const record = JSON.parse(readFileSync(file, 'utf8')) as Array<{ title: string }>;
	rmSync(file);
	expect(record[0]).toMatchObject({ title: 'Document document upload', outcome: 'done' });
});
