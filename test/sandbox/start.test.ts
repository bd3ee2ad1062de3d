import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from '../../sandbox/server.ts';
import { ownTls } from '../../sandbox/tls.ts';
import { like, newPdf } from './client.ts';

const main = path.join(__dirname, '../../sandbox/main.ts');
const NODE_FLAGS = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];
let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'start-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The status of a call by HTTPS that trusts this authority alone. */
async function statusBy(ca: string | undefined, address: string): Promise<number | undefined> {
	const call = request(`${address}/management/health`, { ca });
	call.end();
	const [answer] = (await once(call, 'response')) as [{ statusCode?: number; resume(): void }];
	answer.resume();
	return answer.statusCode;
}

describe('HTTPS', () => {
	test('has an authority that is kept, served, and enough to trust', async () => {
		const options = { tls: true, dataFolder: path.join(folder, 'data') } as const;
		const first = await startSandbox(options);
		expect(first.address).toMatch(/^https:/);
		expect(await statusBy(first.authority, first.address)).toBe(200);
		expect(await statusBy(first.authority, first.address.replace('127.0.0.1', 'localhost'))).toBe(
			200,
		);
		await expect(statusBy(undefined, first.address)).rejects.toThrow(/certificate/);
		await first.close();
		const second = await startSandbox(options);
		expect(second.authority).toBe(first.authority);
		await second.close();
	});

	test('takes a certificate of your own', async () => {
		const { key, cert, ca } = await ownTls(['127.0.0.1'], undefined);
		const sandbox = await startSandbox({ tls: { key, cert } });
		expect(sandbox.authority).toBeUndefined();
		expect(await statusBy(ca, sandbox.address)).toBe(200);
		await sandbox.close();
	});
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it in order', async (signal) => {
	const sandbox = spawn(process.execPath, [...NODE_FLAGS, main, '--port', '0', '--memory']);
	await once(sandbox.stdout, 'data');
	sandbox.kill(signal);
	expect(await once(sandbox, 'exit')).toEqual([0, null]);
});

describe('A seed', () => {
	const flagsFor = (seed: object) => {
		const file = path.join(folder, 'seed.json');
		writeFileSync(file, JSON.stringify(seed));
		return [...NODE_FLAGS, main, '--port', '0', '--memory', '--seed', file];
	};

	test('is there when the line for machines says that the sandbox is ready', async () => {
		const content = (await newPdf()).toString('base64');
		const calls = [
			{ path: '/v2/documents', body: { title: 'A', content } },
			{
				path: '/v2/signature-requests',
				body: { title: 'B', document_id: '{{0.id}}', signatures: [{ account_email: 'a@b.ch' }] },
			},
			{ path: '/sandbox/requests/{{1.id}}/sign' },
		];
		const sandbox = spawn(process.execPath, flagsFor({ calls }));
		const [output] = (await once(sandbox.stdout, 'data')) as [Buffer];
		const line = String(output).trim().split('\n').at(-1) ?? '';
		const { ready, url } = JSON.parse(line) as { ready: boolean; url: string };
		expect(ready).toBe(true);
		const requests = (await (await fetch(`${url}/sandbox/requests`)).json()) as object[];
		expect(requests).toMatchObject([{ title: 'B', status: 'SIGNED' }]);
		sandbox.kill();
		await once(sandbox, 'exit');
	});

	test.each([
		[
			{ calls: [{ path: '/v2/documents', body: {} }] },
			/call 0, POST \/v2\/documents was answered with 400/,
		],
		[{ requests: [] }, /must hold JSON/],
	])('that cannot be used stops the start: %j', async (seed, message) => {
		const started = promisify(execFile)(process.execPath, flagsFor(seed));
		await expect(started).rejects.toMatchObject({
			code: 1,
			stderr: like(message),
		});
	});
});
