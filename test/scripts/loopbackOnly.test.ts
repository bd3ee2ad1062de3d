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

/** Runs programs under the guard, and returns the attempts that the guard has written down. */
function attemptsOf(programs: string[]): string[] {
	const file = path.join(folder, 'calls');
	const env = { ...process.env, CURRENT_TEST: 'This test', FOREIGN_CALLS: file };
	// A port or name without anyone behind it is an error too, but not one of the guard.
	const script = [
		"for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, () => {});",
		...programs.map((program) => `(async () => ${program})();`),
	];
	const args = ['--require', guard!, '--input-type=module', '--eval', script.join('\n')];
	expect(spawnSync(process.execPath, args, { env })).toMatchObject({ status: 0 });
	return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

it('refuses and writes down every way to another machine', () => {
	const refused = {
		'connect to api.skribble.com': "fetch('https://api.skribble.com/v2')",
		'connect to 192.0.2.1': "(await import('node:http')).get('http://192.0.2.1:81/')",
		'connect to example.com': "(await import('node:https')).get('https://example.com/')",
		'connect to 10.1.2.3': "(await import('node:net')).connect(443, '10.1.2.3')",
		'connect to 2001:db8::1':
			"(await import('node:net')).connect({ port: 1, host: '2001:db8::1' })",
		'connect to tls.test': "(await import('node:tls')).connect(443, 'tls.test')",
		'look up example.com': "(await import('node:dns')).lookup('example.com', () => {})",
		'look up a.test': "(await import('node:dns/promises')).lookup('a.test')",
		'look up b.test': "new (await import('node:dns')).Resolver().resolve4('b.test', () => {})",
		'connect to c.test':
			"new (await import('node:worker_threads')).Worker('fetch(`http://c.test`)', { eval: true })",
	};
	expect(attemptsOf(Object.values(refused)).toSorted()).toEqual(
		Object.keys(refused)
			.map(
				(attempt) =>
					`"This test" tried to ${attempt}. Tests can only reach this machine (127.0.0.1).`,
			)
			.toSorted(),
	);
});

it('lets through every way to this machine', () => {
	const allowed = [
		"fetch('http://127.0.0.1:9')",
		"fetch('http://localhost:9999')",
		"(await import('node:net')).connect(9999)",
		"(await import('node:net')).connect({ port: 9999, host: '::1' })",
		"(await import('node:net')).connect({ port: 9999, host: '::ffff:127.0.0.1' })",
		"(await import('node:net')).connect('/no/such/socket')",
		"(await import('node:dns/promises')).lookup('localhost')",
	];
	expect(attemptsOf(allowed)).toEqual([]);
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
