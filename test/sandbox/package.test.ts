import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import manifest from '../../sandbox/package.json';
import { linkPackages } from './linkedPackages.ts';

const root = path.join(__dirname, '../..');
const onWindows = process.platform === 'win32';
let home: string;
let installed: string;

/** As npm would install it, but with the repository's packages: only those that the manifest names. */
beforeAll(() => {
	home = mkdtempSync(path.join(tmpdir(), 'sandbox-package-'));
	installed = path.join(home, 'node_modules', manifest.name);
	mkdirSync(installed, { recursive: true });
	execFileSync('npm', ['pack', '--silent', '--pack-destination', home], {
		cwd: path.join(root, 'sandbox'),
		shell: onWindows,
	});
	const [tarball = ''] = readdirSync(home).filter((name) => name.endsWith('.tgz'));
	execFileSync('tar', [
		'-xf',
		path.join(home, tarball),
		'-C',
		installed,
		'--strip-components',
		'1',
	]);
	linkPackages(home);
	// Packing compiles all of it, which takes a busy machine minutes.
}, 300_000);

afterAll(() => rmSync(home, { recursive: true, force: true }));

test('the packed sandbox holds what was built, and how to use it', () => {
	expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
});

test('its command starts it, and it answers', async () => {
	const command = path.join(installed, manifest.bin['esignature-sandbox']);
	const sandbox = spawn(
		process.execPath,
		[command, '--port', '0', '--data', path.join(home, 'data')],
		{ cwd: home },
	);
	try {
		const [output] = (await once(sandbox.stdout, 'data')) as [Buffer];
		const [address = ''] = /http:\S+/.exec(output.toString()) ?? [];
		const [, username, apiKey] = /(api_demo\S+) {2}(\S+)/.exec(output.toString()) ?? [];

		const health = await fetch(`${address}/management/health`);
		expect(await health.json()).toEqual({ status: 'UP' });
		const login = await fetch(`${address}/v3/access/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ username, 'api-key': apiKey }),
		});
		expect(await login.text()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
		const style = await fetch(`${address}/app/assets/style.css`);
		expect(await style.text()).toContain('box-sizing');
	} finally {
		sandbox.kill('SIGINT');
		expect(await once(sandbox, 'exit')).toEqual([0, null]);
	}
});

test('a program starts it by its name', () => {
	const program = `import { startSandbox } from '${manifest.name}';
const sandbox = await startSandbox();
console.log((await fetch(sandbox.address + '/management/health')).status);
await sandbox.close();`;
	const args = ['--input-type=module', '--eval', program];
	expect(execFileSync(process.execPath, args, { cwd: home, encoding: 'utf8' })).toBe('200\n');
});
