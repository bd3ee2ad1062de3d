import { createClock } from '../../../sandbox/state/clock.ts';
import { byId, secretsOf, startService, type Service } from '../../support/service/service';
import { serve } from '../../support/service/serve';

const logins = ({ sandbox }: Service) => sandbox.calls.count({ path: /\/access\/login$/ });
const MINUTE = 60_000;
const UNKNOWN = '11111111-2222-4333-8444-555555555555';

/** An item that fails for good keeps the other one from being tried again. */
async function triedOnce({ document }: Service) {
	const items = [{ json: { id: UNKNOWN } }, { json: { id: 'none' } }];
	return await document('get', { documentId: byId('={{ $json.id }}') }, { items });
}

describe('the login', () => {
	it.each([
		['v2', '/v2/access/login'],
		['v1', '/v1/access/login'],
	])(
		'works in its %s form, whatever spaces are around name and key',
		async (loginVersion, path) => {
			const service = await startService({ credential: { loginVersion } });
			const { username, apiKey } = service.sandbox;
			service.engine.credential.change({ username: ` ${username} `, apiKey: `${apiKey}\n` });
			const { error } = await service.document('getMany');
			expect(error).toBeUndefined();
			expect(service.sandbox.calls.count({ method: 'POST', path })).toBe(1);
		},
	);

	it.each([
		['is down', 503, { status: 'DOWN' }, /is unavailable/],
		[
			'is up',
			200,
			{ status: 'UP', groups: [] },
			/^Skribble doesn't accept this username and API key/,
		],
		['says nothing', 404, undefined, /^Skribble doesn't accept this username and API key/],
	])('is explained by the health of the service, which %s', async (_title, status, body, words) => {
		const service = await startService({ credential: { apiKey: 'wrong' } });
		service.sandbox.faults.add({ path: '/management/health', status, body });
		const { error } = await triedOnce(service);
		expect(error?.message).toMatch(words);
		expect(error?.context?.itemIndex).toBe(0);
	});

	it('is tried again with a key that was refused while the service was down', async () => {
		const service = await startService();
		const { faults } = service.sandbox;
		faults.add({ path: '/access/login', status: 401, times: 1 });
		faults.add({ path: '/management/health', status: 503, body: { status: 'DOWN' }, times: 1 });
		const { error } = await service.document('getMany');
		expect(error).toBeUndefined();
		expect(logins(service)).toBe(2);
	});

	it('is made before the call when the token is near its end', async () => {
		const clock = createClock({ startAt: Date.now() - 19.5 * MINUTE });
		const service = await startService({ clock });
		const { credential } = service.engine;
		const sessionToken = await service.logIn();
		await credential.updateCredentials({}, 'eSignatureApi', { ...credential.read(), sessionToken });
		service.sandbox.calls.clear();
		const { error } = await service.document('getMany');
		expect(error).toBeUndefined();
		expect(logins(service)).toBe(1);
		expect(service.sandbox.calls.filter(({ status }) => status === 401)).toEqual([]);
	});

	it.each([401, 403] as const)(
		'is made once when twenty calls meet a token refused with %s',
		async (refusedTokenStatus) => {
			const service = await startService({ refusedTokenStatus });
			const id = await service.addDocument();
			await service.document('getMany');
			service.sandbox.store.revokeTokens();
			service.sandbox.calls.clear();
			const items = Array.from({ length: 5 }, () => ({}));
			const runs = [1, 2, 3, 4].map(
				async () => await service.document('get', { documentId: byId(id) }, { items }),
			);
			const results = await Promise.all(runs);
			expect(results.flatMap(({ outputs }) => outputs.flat())).toHaveLength(20);
			expect(logins(service)).toBe(1);
		},
	);

	it('is made when both tokens are refused, the stored one and the newer one of this process', async () => {
		const clock = createClock({ speed: 0 });
		const service = await startService({ clock });
		const stored = await service.logIn();
		await clock.advance(5_000);
		await service.document('getMany');
		service.engine.credential.change({ sessionToken: stored });
		service.sandbox.store.revokeTokens();
		service.sandbox.calls.clear();
		const { error } = await service.document('getMany');
		expect(error).toBeUndefined();
		expect(logins(service)).toBe(1);
	});

	it('is not made again on a 403 for other reasons', async () => {
		const service = await startService();
		await service.document('getMany');
		service.sandbox.calls.clear();
		service.sandbox.faults.add({ path: '/documents', status: 403, body: { key: 'error.other' } });
		const { error } = await service.document('getMany');
		expect(error?.httpCode).toBe('403');
		expect(logins(service)).toBe(0);
		expect(service.sandbox.calls.count({ path: '/documents' })).toBe(1);
	});

	it('is made when the refused token is newer than the last of this process', async () => {
		const clock = createClock({ speed: 0 });
		const service = await startService({ clock });
		await service.document('getMany');
		await clock.advance(5_000);
		const sessionToken = await service.logIn();
		service.engine.credential.change({ sessionToken });
		service.sandbox.store.revokeTokens();
		service.sandbox.calls.clear();
		const { error } = await service.document('getMany');
		expect(error).toBeUndefined();
		expect(logins(service)).toBe(1);
		expect(service.sandbox.calls.count({ path: '/documents' })).toBe(2);
	});
});

describe('a login that fails', () => {
	it.each([400, 401] as const)('with a wrong key says so (status %s)', async (status) => {
		const service = await startService({
			wrongCredentialsStatus: status,
			credential: { apiKey: 'api_demo_wrong_9876' },
		});
		const { error } = await service.document('getMany');
		expect(error?.message).toMatch(/^Skribble doesn't accept this username and API key/);
		expect(error?.description).toMatch(/may have expired\. Then create a new one/);
		expect(logins(service)).toBe(1);
	});

	it('with a wrong key is not tried again for every item', async () => {
		const service = await startService({ credential: { apiKey: 'wrong' } });
		const { outputs } = await service.document(
			'getMany',
			{},
			{
				items: Array.from({ length: 20 }, () => ({})),
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(outputs[0]).toHaveLength(20);
		expect(logins(service)).toBe(1);
	});

	it('because another service answers says so', async () => {
		const website = await serve((_request, response) => response.end('<html>Hello</html>'));
		const service = await startService({ credential: { signingAddress: website } });
		const { error } = await service.document('getMany');
		expect(error?.message).toMatch(/isn't a signing API/);
	});

	it('because of a rate limit names the time and the failure', async () => {
		const service = await startService();
		service.sandbox.faults.add({
			path: /\/access\/login$/,
			status: 429,
			headers: { 'retry-after': '3600' },
		});
		const { error } = await service.document('getMany');
		expect(error?.message).toMatch(/^Skribble got too many logins/);
		expect(error?.description).toMatch(/60 minutes/);
		expect(error).toMatchObject({ failure: { cause: 'rate-limited', retryAfterMs: 3_600_000 } });
		expect(logins(service)).toBe(1);
	});
});

it('tokens are kept in the credential, and only there', async () => {
	const service = await startService();
	await service.document('getMany');
	const [, sessionToken] = secretsOf(service.engine);
	expect(sessionToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

describe('the credential', () => {
	it('is read once for all items of a run', async () => {
		const service = await startService();
		const id = await service.addDocument();
		const before = service.engine.credential.reads;
		const items = Array.from({ length: 20 }, () => ({}));
		const { outputs } = await service.document('get', { documentId: byId(id) }, { items });
		expect(outputs[0]).toHaveLength(20);
		expect(service.engine.credential.reads - before).toBe(1);
	});

	it('is read again when its login is refused, because someone may have fixed it meanwhile', async () => {
		const service = await startService({
			credential: { apiKey: 'revoked' },
			onCall: ({ path }) => {
				const { credential } = service.engine;
				if (path.endsWith('/access/login')) credential.change({ apiKey: service.sandbox.apiKey });
			},
		});
		const { error } = await service.document('getMany');
		expect(error).toBeUndefined();
		expect(logins(service)).toBe(2);
	});
});
