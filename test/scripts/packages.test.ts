import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { preProcessFile } from 'typescript';
import lock from '../../package-lock.json';
import manifest from '../../package.json';
import scripts from '../../scripts/package.json';

/** As npm does, it removes what was installed before. It has no single packages, so that Bun is not used. */
const NPM = `
const { appendFileSync, mkdirSync, rmSync } = require('node:fs');
const [command, ...args] = process.argv.slice(2);
if (command === 'ci') {
	rmSync('node_modules', { recursive: true, force: true });
	mkdirSync('node_modules');
	const set = args.includes('--workspace=sandbox') ? 'sandbox' : 'running';
	appendFileSync('installed.txt', (args.includes('--omit=dev') ? set : 'all') + '\\n');
} else if (command === 'install') process.exitCode = 1;`;

const COMMANDS = {
	start: ['scripts/start.mjs'],
	sandbox: ['scripts/run.mjs', 'sandbox/main.ts'],
	test: ['scripts/run.mjs', 'check.mjs'],
};

let clone: string;

beforeEach(() => {
	clone = mkdtempSync(path.join(tmpdir(), 'esignature-packages-'));
	for (const name of ['scripts', 'package.json', 'package-lock.json', 'sandbox/package.json']) {
		cpSync(name, path.join(clone, name), { recursive: true });
	}
	writeFileSync(path.join(clone, 'npm.js'), NPM);
	for (const name of ['scripts/start/startBoth.ts', 'sandbox/main.ts', 'check.mjs']) {
		writeFileSync(path.join(clone, name), '');
	}
});

afterEach(() => rmSync(clone, { recursive: true }));

function run(command: string): void {
	execFileSync(process.execPath, COMMANDS[command as keyof typeof COMMANDS], {
		cwd: clone,
		env: {
			...process.env,
			npm_execpath: path.join(clone, 'npm.js'),
			XDG_CACHE_HOME: path.join(clone, 'cache'),
		},
		stdio: 'pipe',
	});
}

function installed(): string[] {
	return readFileSync(path.join(clone, 'installed.txt'), 'utf8').trim().split('\n');
}

it.each([
	['sandbox sandbox start start sandbox', ['sandbox', 'running']],
	['start test start sandbox test', ['running', 'all']],
])('a fresh clone in which one runs %s installs %j', (commands, sets) => {
	for (const command of commands.split(' ')) run(command);
	expect(installed()).toEqual(sets);
});

it('installs again when the lock file has changed', () => {
	run('start');
	appendFileSync(path.join(clone, 'package-lock.json'), '\n');
	run('start');
	expect(installed()).toEqual(['running', 'running']);
});

it('npm start imports no package that is installed for tests alone', () => {
	const files = ['scripts/start.mjs', 'scripts/start/startBoth.ts', 'gulpfile.js'];
	const packages = packagesImportedFrom(files);
	expect(packages).toEqual(expect.arrayContaining(['fastify', 'gulp']));
	const entries = lock.packages as Record<string, { dev?: boolean }>;
	const missing = [...packages, 'typescript'].filter(
		(name) => entries[`node_modules/${name}`]!.dev,
	);
	expect(missing).toEqual([]);
});

it('builds the nodes with the same versions for npm start and for tests', () => {
	expect(manifest.devDependencies).toMatchObject(scripts.dependencies);
});

/** Files are followed through their relative imports. */
function packagesImportedFrom(entries: string[]): string[] {
	const files = new Set(entries);
	const packages = new Set<string>();
	for (const file of files) {
		const { importedFiles } = preProcessFile(readFileSync(file, 'utf8'), true, true);
		for (const { fileName } of importedFiles) {
			if (fileName.startsWith('.')) files.add(path.join(path.dirname(file), fileName));
			else if (!isBuiltin(fileName)) {
				packages.add(fileName.split('/', fileName.startsWith('@') ? 2 : 1).join('/'));
			}
		}
	}
	return [...packages];
}
