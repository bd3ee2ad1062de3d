import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { readFlags } from '../../sandbox/flags.ts';
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

/** In a separate process, as from a terminal. */
const start = (...flags: string[]) => spawn(process.execPath, [...NODE_FLAGS, main, ...flags]);

/** What it wrote, and how it ended. */
async function ended(sandbox: ChildProcessWithoutNullStreams) {
	const [output, complaint, [code]] = await Promise.all([
		text(sandbox.stdout),
		text(sandbox.stderr),
		once(sandbox, 'exit') as Promise<[number | null]>,
	]);
	return { code, output, complaint };
}

const scenarioFile = (scenario: object) => {
	const file = path.join(folder, 'scenario.json');
	writeFileSync(file, JSON.stringify(scenario));
	return file;
};

describe('npm run sandbox', () => {
	test('says where it listens and how to log in, with its scenario, until a signal ends it', async () => {
		const scenario = {
			users: [{ username: 'api_demo_ben', apiKey: 'a-key-of-ben' }],
			documents: {
				own: { title: 'A', content: (await newPdf()).toString('base64') },
				made: { title: 'Kauf', user: 'api_demo_ben' },
			},
			requests: [
				{ title: 'B', document: 'own', signers: ['a@b.ch', 'c@b.ch'], signedBy: ['a@b.ch'] },
				{
					...{ title: 'C', document: 'made', user: 'api_demo_ben', message: 'Please sign' },
					...{ signers: [{ account_email: 'a@b.ch' }], declinedBy: 'a@b.ch', reason: 'No' },
				},
			],
			calls: [
				{
					path: '/v2/documents',
					body: { title: 'D', content: (await newPdf()).toString('base64') },
				},
				{
					path: '/v2/signature-requests',
					body: { title: 'E', document_id: '{{0.id}}', signatures: [{ account_email: 'a@b.ch' }] },
				},
				{ path: '/sandbox/requests/{{1.id}}/sign' },
			],
		};
		const sandbox = start('--port', '0', '--memory', '--scenario', scenarioFile(scenario));
		const [output] = (await once(sandbox.stdout, 'data')) as [Buffer];
		const lines = String(output).trim().split('\n');
		const { ready, url } = JSON.parse(lines.at(-1) ?? '') as { ready: boolean; url: string };
		expect(ready).toBe(true);
		expect(lines).toContain(`Signing      ${url}`);
		expect(lines).toContain('  api_demo_sandbox  api_demo_key_0123456789');
		const requests = (await (await fetch(`${url}/sandbox/requests`)).json()) as object[];
		expect(requests).toMatchObject([
			{ title: 'E', status: 'SIGNED' },
			{ title: 'C', status: 'DECLINED', owner: 'api_demo_ben' },
			{ title: 'B', status: 'OPEN', signers: [{ status: 'SIGNED' }, { status: 'OPEN' }] },
		]);

		const { port } = new URL(url);
		expect(await ended(start('--memory', '--port', port))).toEqual({
			...{ code: 1, output: '' },
			complaint: `Port ${port} is in use. Choose another one with --port.\n`,
		});
		sandbox.kill('SIGTERM');
		expect(await once(sandbox, 'exit')).toEqual([0, null]);
	});

	test('does not start with a scenario that cannot be used', async () => {
		const refused = scenarioFile({ calls: [{ path: '/v2/documents', body: {} }] });
		const complaint = like(/^--scenario: POST \/v2\/documents was answered with 400.*\n$/);
		const sandbox = start('--port', '0', '--memory', '--scenario', refused);
		expect(await ended(sandbox)).toMatchObject({ code: 1, complaint });
		const unreadable = ['--scenario', scenarioFile({ requests: [{ title: 'A' }] })];
		expect(() => readFlags(unreadable)).toThrow(/requests\[0\]\.document/);
	});
});
