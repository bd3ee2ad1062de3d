import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/n8n/freePort.ts';
import { openSession } from '../../scripts/n8n/n8nSession.ts';
import type { Execution } from './support/executions.ts';
import type { PreparedN8n } from './support/scene.ts';

const { userFolder } = JSON.parse(process.env.PREPARED_N8N!) as PreparedN8n;

let home: string;
let env: NodeJS.ProcessEnv;
let running: ChildProcess | undefined;

beforeAll(() => {
	home = mkdtempSync(path.join(tmpdir(), 'esignature-start-'));
	env = { ...process.env, XDG_DATA_HOME: home };
	const script = path.resolve('test/e2e/support/startedBefore.mjs');
	execFileSync(process.execPath, [script, userFolder], { env, stdio: 'pipe' });
});

afterAll(async () => {
	await interrupt();
	rmSync(home, { recursive: true });
});

/** `npm start`, until it says what to click. */
async function start(ports: { n8n: number; sandbox: number }): Promise<string> {
	const flags = ['--n8n-port', String(ports.n8n), '--port', String(ports.sandbox)];
	const child = spawn(process.execPath, ['scripts/start.mjs', ...flags], { env });
	running = child;
	let said = '';
	for (const output of [child.stdout, child.stderr]) {
		output.on('data', (text: Buffer) => (said += text.toString()));
	}
	const ended = once(child, 'close').then(() => {
		throw new Error(`npm start has ended:\n${said}`);
	});
	// The test that interrupts it awaits its end, too.
	ended.catch(() => undefined);
	while (!said.includes('Ctrl-C ends')) {
		await Promise.race([once(child.stdout, 'data'), ended]);
	}
	return said;
}

/** As Ctrl-C does. */
async function interrupt(): Promise<number | undefined> {
	if (running?.exitCode !== null) return undefined;
	const closed = once(running, 'close');
	running.kill('SIGINT');
	const [code] = (await closed) as [number];
	return code;
}

/** Sends a file by the form of the first example. */
async function fillInForm(address: string, file: string): Promise<void> {
	const form = new FormData();
	form.append(
		'field-0',
		new File([readFileSync(file)], path.basename(file), { type: 'application/pdf' }),
	);
	form.append('field-1', 'ann@example.com');
	const answer = await fetch(address, { method: 'POST', body: form });
	expect(answer.status).toBe(200);
	await answer.text();
}

it('npm start says what to do, and what one made is still there after Ctrl-C', async () => {
	const ports = { n8n: await freePort(), sandbox: await freePort() };
	const n8n = { address: `http://127.0.0.1:${ports.n8n}` };
	const control = async (method: string, call: string) => {
		const answer = await fetch(`http://127.0.0.1:${ports.sandbox}/sandbox${call}`, { method });
		return (await answer.json()) as Array<{ id: string; title: string; status: string }>;
	};

	const said = await start(ports);
	expect(said).toContain(`${n8n.address}/workflow/send-and-wait`);
	expect(said.slice(said.indexOf('Ready.')).trim().split('\n').length).toBeLessThanOrEqual(10);
	const [contract] = /\S+contract\.pdf/.exec(said)!;
	const [, files] = /the signed PDF in (\S+)/.exec(said)!;
	const brought = readdirSync(path.dirname(contract));
	expect(readdirSync(files!).sort()).toEqual(brought.sort());

	const session = await openSession(n8n);
	const mine = { name: 'Mine', nodes: [], connections: {}, settings: {} };
	await session.post('/workflows', mine);
	await fillInForm(`${n8n.address}/form/send-and-wait`, contract);
	await eventually(async () => {
		const { results } = (await session.get('/executions')) as { results: Execution[] };
		return results.some(({ status }) => status === 'waiting');
	});
	expect(await interrupt()).toBe(0);

	expect(await start(ports)).not.toContain('Publishing the example workflows');
	const again = await openSession(n8n);
	const workflows = (await again.get('/workflows')) as Array<{ name: string }>;
	expect(workflows.map(({ name }) => name)).toContain('Mine');
	const [request] = await control('GET', '/requests');
	expect(request).toMatchObject({ title: 'contract', status: 'OPEN' });
	await control('POST', `/requests/${request!.id}/sign`);
	await eventually(() => readdirSync(files!).includes(`contract ${request!.id}.pdf`));
	expect(await interrupt()).toBe(0);
});

async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await isSo())) await sleep(100);
}
