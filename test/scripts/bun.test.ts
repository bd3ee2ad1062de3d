import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const packages = {
	'': { dependencies: { one: '1.0.0' } },
	'node_modules/one': { version: '1.0.0' },
	'node_modules/one/node_modules/@of/two': { version: '2.0.0' },
	'node_modules/alias': { name: '@of/three', version: '3.0.0' },
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'esignature-bun-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('adds the address of each package at the registry that npm uses', () => {
	const lockFile = path.join(folder, 'package-lock.json');
	writeFileSync(lockFile, JSON.stringify({ packages }));
	const npm = path.join(folder, 'npm.js');
	writeFileSync(npm, "console.log('https://registry.example.com/npm/');");

	const script = path.resolve('test/scripts/addAddresses.mjs');
	const env = { ...process.env, npm_execpath: npm };
	execFileSync(process.execPath, [script, lockFile], { env });

	const written = JSON.parse(readFileSync(lockFile, 'utf8')) as {
		packages: Record<string, { resolved?: string }>;
	};
	expect(Object.values(written.packages).map(({ resolved }) => resolved)).toEqual([
		undefined,
		'https://registry.example.com/npm/one/-/one-1.0.0.tgz',
		'https://registry.example.com/npm/@of/two/-/two-2.0.0.tgz',
		'https://registry.example.com/npm/@of/three/-/three-3.0.0.tgz',
	]);
});
