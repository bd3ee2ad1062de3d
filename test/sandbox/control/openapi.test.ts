import { createConfig, lintFromString } from '@redocly/openapi-core';
import { call } from '../client.ts';
import { rawCall, statusOf } from '../http/rawCall.ts';
import { sceneForAll, UNKNOWN } from '../scene.ts';

interface Described {
	responses: Record<string, { content?: object }>;
}

const KEY = { authorization: 'Bearer key' };
const NO_CONTENT = '204';

/** Its answers are held against their descriptions. */
const scene = sceneForAll({ controlKey: 'key', dialect: 'public' });
const control = (method: string, at: string, body?: object) =>
	call(scene.sandbox, method, `/sandbox${at}`, body, KEY);

let source: string;
let operations: Map<string, Described>;
beforeAll(async () => {
	const { text, json } = await control('GET', '/openapi.json');
	source = text;
	const paths = json.paths as Record<string, Record<string, Described>>;
	operations = new Map(
		Object.entries(paths).flatMap(([at, methods]) =>
			Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${at}`, one]),
		),
	);
});

test('the linter finds nothing', async () => {
	const config = await createConfig({ extends: ['recommended-strict'] });
	const problems = await lintFromString({ source, absoluteRef: '/sandbox/openapi.json', config });
	expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('every call is described, and what it answers with', () => {
	const routes = scene.sandbox.routes
		.filter(({ path }) => path.startsWith('/sandbox/'))
		.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
		// To be read, and no calls to control anything with.
		.filter((name) => !/\/openapi|\.pem$/.test(name));
	expect([...operations.keys()].sort()).toEqual(routes.sort());
	const silent = [...operations].flatMap(([name, { responses }]) =>
		Object.entries(responses)
			.filter(([status, { content }]) => status !== NO_CONTENT && !content)
			.map(([status]) => `${name} ${status}`),
	);
	expect(silent).toEqual([]);
});

test('faults, received mails and settings of every kind are shown as described', async () => {
	const { sandbox } = scene;
	sandbox.faults.add({ path: /nowhere/, status: 500 });
	for (const kind of [
		{ status: 503, times: 1, headers: { a: 'b' }, body: { any: ['thing'] } },
		...[{ reset: 'after' }, { delayMs: 1 }, { hang: true }, { truncateBody: true }],
		{ redirectTo: 'https://example.com' },
	]) {
		await control('POST', '/faults', { method: 'GET', path: '/nowhere', ...kind });
	}
	expect((await control('GET', '/faults')).list).toHaveLength(7);
	const mail = { from: 'a@example.com', to: ['b@example.com'], subject: 'A', text: 'B', raw: '' };
	sandbox.store.kept('receivedMail').set('1', { at: sandbox.clock.now(), ...mail });
	expect((await control('GET', '/mails/received')).list).toMatchObject([mail]);
	const limit = { max: 100, windowMs: 1000, retryAfter: 'none' } as const;
	sandbox.settings.rateLimits = [{ path: /\/documents$/, ...limit }];
	await control('PATCH', '/settings', { retentionDays: 3, automaticSigningMs: null });
	await control('PUT', '/groups/gr_new', { name: 'New', members: ['c@example.com'] });
	expect((await control('GET', '/settings')).json).toMatchObject({ retentionDays: 3 });
	for (const kept of ['/faults', '/mails', '/mails/received', '/calls']) {
		expect((await control('DELETE', kept)).status).toBe(204);
	}
});

test('what is not there is 404', async () => {
	const people = ['sign', 'decline', 'fail'].map((act) => `POST /requests/${UNKNOWN}/${act}`);
	const kept = ['users', 'groups', 'tenants'].map((kind) => `DELETE /${kind}/unknown`);
	for (const name of [
		...[...people, ...kept, 'POST /callbacks/unknown/repeat', `GET /wait?request=${UNKNOWN}`],
	]) {
		const [method = '', at = ''] = name.split(' ');
		expect([name, (await control(method, at)).status]).toEqual([name, 404]);
	}
});

const REFUSALS: Array<[number, Record<string, string>]> = [
	[401, { authorization: 'Bearer other' }],
	[403, { origin: 'https://evil.example' }],
	[413, { 'content-length': String(2 ** 30) }],
	[415, { 'content-type': 'text/plain' }],
	[421, { host: 'evil.example' }],
];

test('every call refuses as described', async () => {
	for (const [name, { responses }] of operations) {
		const [method = '', at = ''] = name.replace(/\{\w+\}/g, 'unknown').split(' ');
		for (const [status, headers] of REFUSALS) {
			if (!(status in responses)) continue;
			const refused = rawCall(scene.sandbox, method, at, { ...KEY, ...headers });
			if (status === 413) refused.flushHeaders();
			else refused.end(status === 415 ? 'text' : undefined);
			expect([name, await statusOf(refused)]).toEqual([name, status]);
		}
		const misspelled = await call(scene.sandbox, method, `${at}?misspelled=1`, undefined, KEY);
		expect([name, misspelled.status]).toEqual([name, 400]);
	}
});
