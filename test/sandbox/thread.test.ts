import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { inThread, ThreadLimitError, useThreads } from '../../sandbox/thread.ts';
import { call, loggedIn, type Answer, type Send } from './client.ts';
import { sign } from './pdf/samples.ts';

/** Many small objects: what takes a reader long. */
async function longPdf(): Promise<Uint8Array> {
	const pdf = await PDFDocument.create();
	pdf.addPage();
	for (let count = 0; count < 4_000; count += 1) {
		pdf.context.register(pdf.context.obj({ Count: count, Text: 'a'.repeat(80) }));
	}
	return await pdf.save({ useObjectStreams: false });
}

let sandbox: Sandbox;
let send: Send;
let content: string;
/** Is called when a call has arrived as a whole, before anything is done with it. */
let onArrival: (path: string) => void = () => undefined;

beforeAll(async () => {
	sandbox = await startSandbox({ onCall: ({ path }) => onArrival(path) });
	send = await loggedIn(sandbox);
	content = Buffer.from(await sign(await longPdf())).toString('base64');
});
afterAll(() => sandbox.close());

/** Who is answered first: the call, or those who ask for the health as soon as it has arrived. */
async function orderOf(path: string, body: object): Promise<{ order: string[]; answer: Answer }> {
	const order: string[] = [];
	const health = new Promise<void>((asked) => {
		onArrival = (arrived) => {
			if (arrived !== path) return;
			onArrival = () => undefined;
			const askHealth = async () => {
				expect((await call(sandbox, 'GET', '/management/health')).status).toBe(200);
				order.push('health');
			};
			asked(askHealth());
		};
	});
	const answer = await send('POST', path, body);
	order.push('call');
	await health;
	return { order, answer };
}

test.each<[string, string, object]>([
	['validates', '/validation/v1/validate/document', { valid: true, signatures: 1 }],
	['takes', '/v2/documents', { page_count: 1 }],
	['creates a request with', '/v2/signature-requests', { status_overall: 'OPEN' }],
	['seals', '/v2/seal', {}],
])('the sandbox answers others while it %s a large file', async (_what, path, expected) => {
	const { order, answer } = await orderOf(path, { title: 'Large', content });
	expect(answer).toMatchObject({ status: 200, json: expected });
	expect(order).toEqual(['health', 'call']);
});

test('the sandbox answers others while someone signs a large file', async () => {
	const signatures = [{ account_email: 'a@example.com' }];
	const { id } = await send('POST', '/v2/signature-requests', {
		...{ title: 'Large', content, signatures },
	});
	const { order, answer } = await orderOf(`/sandbox/requests/${id}/sign`, {});
	expect(answer.json).toMatchObject({ status: 'SIGNED' });
	expect(order).toEqual(['health', 'call']);
});

test('a large file that cannot be read is refused as a small one is', async () => {
	const damaged = Buffer.from(content, 'base64');
	damaged.fill(0x20, 20, damaged.length - 40);
	const answer = await send('POST', '/v2/documents', {
		...{ title: 'Large', content: damaged.toString('base64') },
	});
	expect(answer).toMatchObject({ status: 400, json: { key: 'file.pdf.invalid' } });
});

describe('A job in a thread', () => {
	const run = async (job: string, limits = {}) =>
		await inThread({ folder: __dirname, name: 'threadJob', job, limits });

	test.each([
		['never ends', { timeMs: 100 }, /time/],
		['fills buffers', { memoryBytes: 100 * 1024 ** 2 }, /memory/],
		['fills the heap', { memoryBytes: 100 * 1024 ** 2 }, /memory/],
	])('is ended when it %s, and the next one runs', async (job, limits, reason) => {
		const ended = run(job, limits);
		await expect(ended).rejects.toThrow(ThreadLimitError);
		await expect(ended).rejects.toThrow(reason);
		expect(await run('ends')).toBe('ends');
	});

	test('fails with its own error', async () => {
		await expect(run('fails')).rejects.toThrow('As asked');
		expect(await run('ends')).toBe('ends');
	});

	test('is not ended because a sandbox was closed, even twice', async () => {
		const release = useThreads();
		await sandbox.close();
		const job = run('ends');
		jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
		release();
		release();
		jest.advanceTimersByTime(60_000);
		jest.useRealTimers();
		expect(await job).toBe('ends');
	});

	test('leaves no thread that holds the process, not even one that is still starting', () => {
		// In a process of its own, where no other thread is just being ended.
		const script = `
			import { inThread, useThreads } from ${JSON.stringify(path.resolve('sandbox/thread.ts'))};
			const release = useThreads();
			const folder = ${JSON.stringify(__dirname)};
			const begin = async () => await inThread({ folder, name: 'threadJob', job: 'ends' });
			await begin();
			// The second of these has another thread started, and the first thread does both before that is ready.
			await Promise.all([begin(), begin()]);
			release();
			console.log(JSON.stringify(process.getActiveResourcesInfo()));
		`;
		const file = path.join(mkdtempSync(path.join(tmpdir(), 'esignature-thread-')), 'main.mjs');
		writeFileSync(file, script);
		const shown = execFileSync(process.execPath, [file], { encoding: 'utf8', stdio: 'pipe' });
		rmSync(path.dirname(file), { recursive: true });
		expect(JSON.parse(shown)).not.toContain('MessagePort');
	});

	test('waits for its turn when there are many', async () => {
		const jobs = Array.from({ length: 50 }, () => run('ends'));
		expect(await Promise.all(jobs)).toEqual(Array(50).fill('ends'));
	});
});
