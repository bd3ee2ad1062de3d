import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.ts';
import { rawCall, statusOf } from './rawCall.ts';

let sandbox: Sandbox | undefined;
afterEach(async () => {
	await sandbox?.close();
	sandbox = undefined;
});

async function statusAs(host: string, path = '/management/health', options: SandboxOptions = {}) {
	sandbox ??= await startSandbox(options);
	return await statusOf(rawCall(sandbox, 'GET', path, { host }).end());
}

test.each(['127.0.0.1', 'localhost', 'LOCALHOST:1234', '[::1]:8377', '127.0.0.1:80'])(
	'is called as %s',
	async (host) => {
		expect(await statusAs(host)).toBe(200);
	},
);

test.each([
	'evil.example',
	'evil.example:8377',
	'localhost.evil.example',
	'10.0.0.1',
	'127.0.0.1.',
])('does not answer a page that leads %s to this machine', async (host) => {
	for (const path of ['/management/health', '/', '/v2/documents', '/app/assets/style.css']) {
		expect(await statusAs(host, path)).toBe(421);
	}
});

test('answers to the name of its public address, and to others that were allowed', async () => {
	const options = { publicUrl: 'https://sign.example/', allowedHosts: ['sandbox'] };
	expect(await statusAs('sign.example', '/management/health', options)).toBe(200);
	expect(await statusAs('sandbox:8377')).toBe(200);
	expect(await statusAs('other.example')).toBe(421);
});

test('answers to every number, and to no name, when it listens everywhere', async () => {
	expect(await statusAs('10.0.0.1:8377', '/', { host: '0.0.0.0' })).toBe(200);
	expect(await statusAs('evil.example')).toBe(421);
});
