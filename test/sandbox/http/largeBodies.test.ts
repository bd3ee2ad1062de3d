import { startSandbox, type Sandbox } from '../../../sandbox/server.ts';
import { call } from '../client.ts';
import { rawCall, statusOf } from './rawCall.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

const MEGABYTE = 1_000_000;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Announces a body and sends only its beginning: who answers does so without having read it. */
async function statusOfUnsent(path: string, headers: Record<string, string>) {
	const unsent = rawCall(sandbox, 'POST', path, { ...JSON_TYPE, ...headers });
	unsent.write('{');
	return await statusOf(unsent);
}

const announced = { 'content-length': String(140 * MEGABYTE) };
const chunked = { 'transfer-encoding': 'chunked' };

describe('A body is not read', () => {
	test.each([
		['of someone without a token', '/v2/documents', announced, 401],
		['that comes in chunks without a token', '/v3/documents', chunked, 401],
		['whose token is made up', '/v2/seal', { ...announced, authorization: 'Bearer a.b.c' }, 401],
		['of the validation without a token', '/validation/v1/validate/document', announced, 401],
		['when a login is larger than any', '/v2/access/login', announced, 413],
		['when a form is larger than any', '/app/overview/time', announced, 413],
		['when nothing is there to take it', '/nowhere', announced, 413],
	])('%s', async (_title, path, headers, status) => {
		expect(await statusOfUnsent(path, headers)).toBe(status);
		expect(sandbox.calls.at(-1)?.receivedBytes ?? 0).toBe(0);
	});

	test('that is larger than the largest document', async () => {
		const login = { username: sandbox.username, 'api-key': sandbox.apiKey };
		const { text: token } = await call(sandbox, 'POST', '/v2/access/login', login);
		const headers = {
			...{ 'content-length': String(170 * MEGABYTE), authorization: `Bearer ${token}` },
		};
		expect(await statusOfUnsent('/v2/documents', headers)).toBe(413);
	});
});

test('a login in chunks is given up once it is larger than any', async () => {
	const login = rawCall(sandbox, 'POST', '/v2/access/login', { ...JSON_TYPE, ...chunked });
	login.write(Buffer.alloc(100_000, 'a'));
	expect(await statusOf(login)).toBe(413);
});
