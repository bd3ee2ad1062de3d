import { once } from 'node:events';
import { connect } from 'node:net';
import { manualClock } from '../../../sandbox/state/clock.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts';
import { call, loggedIn, newPdf, type Send } from '../client.ts';

let sandbox: Sandbox;
let send: Send;
let upload: () => ReturnType<Send>;

beforeAll(async () => {
	sandbox = await startSandbox({
		clock: manualClock(Date.parse('2026-01-01T00:00:00Z')),
		rateLimits: [
			{ path: '/v1/documents', max: 1, windowMs: 5_000, retryAfter: 'seconds' },
			{ path: '/v2/documents/{id}', method: 'GET', max: 1, windowMs: 5_000, retryAfter: 'date' },
			{ path: /^\/v3\/documents$/, max: 1, windowMs: 5_000, retryAfter: 'none' },
		],
	});
	send = await loggedIn(sandbox);
	const content = (await newPdf()).toString('base64');
	upload = () => send('POST', '/v2/documents', { title: 'A', content });
});
afterEach(() => sandbox.faults.clear());
afterAll(async () => await sandbox.close());

describe('Faults', () => {
	test('a redirect can be answered', async () => {
		sandbox.faults.add({ redirectTo: 'http://127.0.0.1:1/elsewhere' });
		const answer = await send('GET', '/v2/documents');
		expect(answer.status).toBe(307);
		expect(answer.headers.get('location')).toBe('http://127.0.0.1:1/elsewhere');
	});

	test('a call that hangs ends when the sandbox closes', async () => {
		const other = await startSandbox();
		other.faults.add({ hang: true });
		const hanging = call(other, 'GET', '/management/health');
		const failure = expect(hanging).rejects.toThrow('fetch failed');
		while (other.calls.count() === 0) await new Promise(setImmediate);
		await other.close();
		await failure;
	});
});

describe('Rate limits (interface.md 8)', () => {
	test.each([
		['Retry-After in seconds', '/v1/documents', '5'],
		['Retry-After as a date', '/v2/documents/x', 'Thu, 01 Jan 2026 00:00:05 GMT'],
		['no Retry-After', '/v3/documents', null],
	])('answer 429 with %s', async (_title, path, retryAfter) => {
		await send('GET', path);
		const refused = await send('GET', path);
		expect(refused).toMatchObject({ status: 429, json: { key: 'error.rate_limit.exceeded' } });
		expect(refused.headers.get('retry-after')).toBe(retryAfter);
		expect(refused.json.type).toMatch(/\/problem\/limit-exceeded$/);
	});

	test('end with their window', async () => {
		await sandbox.clock.advance(5_000);
		expect((await send('GET', '/v1/documents')).status).toBe(200);
	});
});

describe('The call log', () => {
	test('lists calls with their size, and no secret', async () => {
		sandbox.calls.clear();
		await upload();
		const login = { username: sandbox.username, 'api-key': sandbox.apiKey };
		await call(sandbox, 'POST', '/v2/access/login', login);
		const [first] = sandbox.calls;
		expect(first).toMatchObject({ method: 'POST', path: '/v2/documents', status: 200 });
		expect(first?.receivedBytes).toBe(first?.contentLength);
		expect(sandbox.calls.count({ method: 'POST', path: '/documents' })).toBe(1);
		const text = JSON.stringify([...sandbox.calls]);
		expect(text).not.toContain(sandbox.apiKey);
		expect(text).not.toMatch(/Bearer|eyJ/);
	});

	test('distinguishes a streamed body from one of known length', async () => {
		sandbox.calls.clear();
		const { port } = new URL(sandbox.address);
		const socket = connect(Number(port), '127.0.0.1');
		socket.end(
			'POST /v2/access/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
				'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
		);
		await once(socket.resume(), 'close');
		const [call] = sandbox.calls;
		expect(call).toMatchObject({ transferEncoding: 'chunked', receivedBytes: 2, status: 400 });
		expect(call?.contentLength).toBeUndefined();
	});
});
