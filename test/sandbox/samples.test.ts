import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { newPdf } from './client.ts';

const root = path.join(__dirname, '../..');
let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
	sandbox = await startSandbox();
	folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
});
afterAll(async () => {
	await sandbox.close();
	rmSync(folder, { recursive: true });
});

const SAMPLES = [
	['curl', ['sh'], 'sample.sh'],
	['python3', ['python3'], 'sample.py'],
	['php', ['php'], 'sample.php'],
	['java', ['java'], 'Sample.java'],
] as const;
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

describe.each(SAMPLES)('The sample for %s', (program, [command], file) => {
	(isInstalled(program) ? test : test.skip)('signs, downloads and validates', async () => {
		const [given, taken] = [path.join(folder, 'in.pdf'), path.join(folder, `${file}.pdf`)];
		writeFileSync(given, await newPdf());
		const { address, username, apiKey } = sandbox;
		const sample = path.join(root, 'sandbox/samples', file);
		const { stdout } = await promisify(execFile)(command, [sample, given, taken], {
			env: {
				...process.env,
				...{ SANDBOX_URL: address, SANDBOX_USERNAME: username, SANDBOX_API_KEY: apiKey },
			},
		});
		expect(stdout).toBe('valid: true\n');
		expect(readFileSync(taken, 'latin1')).toContain('/ByteRange');
	});

	test('stands on the page as it was run', () => {
		const page = readFileSync(path.join(root, 'docs/samples.md'), 'utf8');
		expect(page).toContain(readFileSync(path.join(root, 'sandbox/samples', file), 'utf8'));
	});
});
