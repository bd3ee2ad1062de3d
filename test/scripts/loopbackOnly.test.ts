import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [guard, testEnvironment] = ['loopbackOnly.cjs', 'environment.cjs'].map((file) =>
	path.resolve('test/support/jest', file),
);

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'esignature-loopback-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a program under the guard, and returns the attempts that the guard has written down. */
function attemptsOf(program: string): string[] {
	const file = path.join(folder, 'calls');
	const env = { ...process.env, CURRENT_TEST: 'This test', FOREIGN_CALLS: file };
	// A port or name without anyone behind it is an error too, but not one of the guard.
	const args = ['--require', guard!, '--input-type=module', '--eval', program];
	spawnSync(process.execPath, args, { env });
	return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

it.each([
	["fetch('https://api.skribble.com/v2')", 'connect to api.skribble.com'],
	["(await import('node:http')).get('http://192.0.2.1:81/')", 'connect to 192.0.2.1'],
	["(await import('node:https')).get('https://example.com/')", 'connect to example.com'],
	["(await import('node:net')).connect(443, '10.1.2.3')", 'connect to 10.1.2.3'],
	[
		"(await import('node:net')).connect({ port: 1, host: '2001:db8::1' })",
		'connect to 2001:db8::1',
	],
	["(await import('node:tls')).connect(443, 'example.com')", 'connect to example.com'],
	["import { lookup } from 'node:dns'; lookup('example.com', () => {})", 'look up example.com'],
	["import { lookup } from 'node:dns/promises'; await lookup('a.test')", 'look up a.test'],
	[
		"import { Resolver } from 'node:dns'; new Resolver().resolve4('a.test', () => {})",
		'look up a.test',
	],
	[
		"import { Worker } from 'node:worker_threads'; new Worker('fetch(`http://a.test`)', { eval: true })",
		'connect to a.test',
	],
])('%s is refused', (program, attempt) => {
	expect(attemptsOf(program)).toEqual([
		`"This test" tried to ${attempt}. Tests can only reach this machine (127.0.0.1).`,
	]);
});

it.each([
	"fetch('http://127.0.0.1:9')",
	"fetch('http://localhost:9999')",
	"(await import('node:net')).connect(9999)",
	"(await import('node:net')).connect({ port: 9999, host: '::1' })",
	"(await import('node:net')).connect({ port: 9999, host: '::ffff:127.0.0.1' })",
	"(await import('node:net')).connect('/no/such/socket')",
	"import { lookup } from 'node:dns/promises'; await lookup('localhost')",
])('%s is let through', (program) => {
	expect(attemptsOf(program)).toEqual([]);
});

it('fails the test that made the attempt, even if it handles the error', () => {
	writeFileSync(
		path.join(folder, 'some.test.js'),
		`describe('some', () => {
	test('swallows', async () => await fetch('http://a.test').catch(() => {}));
	test('behaves', () => {});
});`,
	);
	const jest = require.resolve('jest/bin/jest');
	const config = JSON.stringify({ rootDir: folder, testEnvironment, haste: {}, transform: {} });
	const { status, stderr } = spawnSync(process.execPath, [jest, '--config', config], {
		encoding: 'utf8',
	});
	expect(status).toBe(1);
	expect(stderr).toContain('"some swallows" tried to connect to a.test.');
	expect(stderr).toMatch(/1 failed, 1 passed/);
});
