import { manualClock } from '../../../sandbox/state/clock.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.ts';
import { call, like, loggedIn } from '../client.ts';

const MINUTE = 60_000;
let sandbox: Sandbox;

async function start(options: SandboxOptions = {}) {
	sandbox = await startSandbox({ clock: manualClock(), checksAnswers: true, ...options });
}

afterEach(async () => await sandbox.close());

const credentials = (key = sandbox.apiKey) => ({ username: sandbox.username, 'api-key': key });

const login = (version: string, key?: string) =>
	version === '/v1'
		? call(sandbox, 'POST', '/v1/access/login', new URLSearchParams(credentials(key)))
		: call(sandbox, 'POST', `${version}/access/login`, credentials(key));

const listWith = (token: string, path = '/v2/documents') =>
	call(sandbox, 'GET', path, undefined, { authorization: `Bearer ${token}` });

describe('Login (interface.md 4.1 and 5)', () => {
	test.each(['/v1', '/v2', '/v3', '/validation/v1'])(
		'%s answers the token as plain text, and refuses wrong credentials in its own form',
		async (base) => {
			await start();
			const answer = await login(base);
			expect(answer.status).toBe(200);
			expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
			expect(answer.text).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
			const json = base === '/v3' ? 'application/problem+json' : 'application/json';
			for (const status of [401, 400] as const) {
				sandbox.settings.wrongCredentialsStatus = status;
				const refused = await login(base, 'api_demo_wrong');
				expect(refused.status).toBe(status);
				const type = status === 400 ? 'text/plain' : json;
				expect(refused.headers.get('content-type')?.split(';')[0]).toBe(type);
			}
		},
	);

	test.each([
		['/v1', 60],
		['/v2', 20],
		['/v3', 20],
	])('a token of %s lives %i minutes', async (version, minutes) => {
		await start();
		const { text: token } = await login(version);
		await sandbox.clock.advance((minutes - 1) * MINUTE);
		expect((await listWith(token)).status).toBe(200);
		await sandbox.clock.advance(MINUTE);
		expect((await listWith(token)).status).toBe(401);
	});

	test.each([
		['v1 wants a form', '/v1', { 'content-type': 'application/json' }],
		['v2 wants JSON', '/v2', { 'content-type': 'application/x-www-form-urlencoded' }],
	])('%s', async (_title, version, headers) => {
		await start();
		const answer = await call(sandbox, 'POST', `${version}/access/login`, credentials(), headers);
		expect(answer.status).toBe(415);
	});

	test('a missing field is named', async () => {
		await start();
		const answer = await call(sandbox, 'POST', '/v2/access/login', { username: 'api_demo' });
		expect(answer).toMatchObject({
			status: 400,
			json: { message: like(/^api-key:/) },
		});
	});

	test('login is rate limited', async () => {
		const limit = {
			path: '/access/login',
			max: 2,
			windowMs: MINUTE,
			retryAfter: 'seconds' as const,
		};
		await start({ rateLimits: [limit] });
		expect((await login('/v2')).status).toBe(200);
		expect((await login('/v2')).status).toBe(200);
		const refused = await login('/v2');
		expect(refused).toMatchObject({ status: 429, json: { key: 'error.rate_limit.exceeded' } });
		expect(refused.headers.get('retry-after')).toBe('60');
		await sandbox.clock.advance(MINUTE);
		expect((await login('/v2')).status).toBe(200);
	});
});

describe('Bearer token (interface.md 5)', () => {
	const refusals: Array<[string, (token: string) => Promise<string> | string, string]> = [
		['missing', () => '', 'error.auth.token_invalid'],
		['made up', () => 'a.b.c', 'error.auth.token_invalid'],
		[
			'changed',
			(token) => token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
			'error.auth.token_invalid',
		],
		['revoked', (token) => (sandbox.store.revokeTokens(), token), 'error.auth.token_invalid'],
		[
			'expired',
			async (token) => {
				await sandbox.clock.advance(20 * MINUTE);
				return token;
			},
			'error.auth.token_expired',
		],
	];

	test.each(refusals)(
		'a token that is %s is refused with 401, or with 403 as the settings say',
		async (_title, spoil, key) => {
			await start();
			for (const status of [401, 403] as const) {
				sandbox.settings.refusedTokenStatus = status;
				const token = await spoil((await login('/v2')).text);
				expect(await listWith(token)).toMatchObject({ status, json: { key } });
			}
		},
	);

	test('every path but the health needs a token, and an unknown one is 404 with it', async () => {
		await start();
		for (const path of [
			'/v1/documents',
			'/v3/documents',
			'/v2/nowhere',
			'/validation/v1/nowhere',
		]) {
			expect((await call(sandbox, 'GET', path)).status).toBe(401);
		}
		const health = await call(sandbox, 'GET', '/management/health');
		expect(health).toMatchObject({ status: 200, json: { status: 'UP' } });
		const send = await loggedIn(sandbox);
		expect((await send('GET', '/v2/nowhere')).status).toBe(404);
	});
});

describe('Login to validation', () => {
	test('answers JSON when the settings say so', async () => {
		await start({ validationLogin: 'json' });
		expect((await login('/validation/v1')).json.accesstoken).toMatch(/^[\w-]+\./);
	});

	test('does not exist when switched off', async () => {
		await start({ validationLogin: 'off' });
		expect((await login('/validation/v1')).status).toBe(404);
	});

	test.each([
		['signing', '/v2', '/validation/v1/nowhere', true, 404],
		['signing', '/v2', '/validation/v1/nowhere', false, 401],
		['validation', '/validation/v1', '/validation/v1/nowhere', false, 404],
		['validation', '/validation/v1', '/v2/documents', true, 401],
	])(
		'a token for %s from %s meets %s (signing tokens open validation: %s) with %i',
		async (_scope, version, path, signingTokenOpensValidation, status) => {
			await start({ signingTokenOpensValidation });
			const { text: token } = await login(version);
			expect((await listWith(token, path)).status).toBe(status);
		},
	);
});
