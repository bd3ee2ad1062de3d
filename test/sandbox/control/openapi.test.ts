import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import ts from 'typescript';
import type { JsonSchema } from '../../../sandbox/openapi/jsonSchema.ts';
import { call, type Answer } from '../client.ts';
import { rawCall } from '../http/rawCall.ts';
import { checkerOf } from '../openapi/description.ts';
import { startReceiver } from '../receiver.ts';
import { setScene, signers, UNKNOWN, type Scene } from '../scene.ts';

interface Described {
	requestBody?: object;
	responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

const KEY = { authorization: 'Bearer key' };
const NO_CONTENT = '204';

let scene: Scene;
let description: { paths: Record<string, Record<string, Described>>; components: object };
let operations: Map<string, Described>;
let faultsOf: ReturnType<typeof checkerOf>;
beforeAll(async () => {
	scene = await setScene({ controlKey: 'key', dialect: 'public' });
	const { json } = await call(scene.sandbox, 'GET', '/sandbox/openapi.json', undefined, KEY);
	description = json as unknown as typeof description;
	operations = new Map(
		Object.entries(description.paths).flatMap(([at, methods]) =>
			Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${at}`, one]),
		),
	);
	faultsOf = checkerOf(description as never);
});
afterAll(async () => await scene.close());

/** Every answer is held against its description; which statuses came is noted by the name of the call. */
const answered = new Map<string, Set<number>>();
function check(
	name: string,
	{ status, type, text }: { status: number; type: string; text: string },
) {
	const response = operations.get(name)?.responses[status];
	answered.set(name, (answered.get(name) ?? new Set()).add(status));
	if (!response) throw new Error(`${name} does not describe ${status}: ${text}`);
	if (!response.content) return expect([name, text]).toEqual([name, '']);
	const schema = response.content[type.split(';')[0] ?? '']?.schema;
	expect([name, status, schema && faultsOf(schema, JSON.parse(text))]).toEqual([
		name,
		status,
		undefined,
	]);
}

const nameOf = (method: string, at: string) =>
	[...operations.keys()].find((name) =>
		new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${at}`),
	) ?? `${method} ${at}`;

async function control(method: string, at: string, body?: object): Promise<Answer> {
	const answer = await call(scene.sandbox, method, `/sandbox${at}`, body, KEY);
	const [place = ''] = at.split('?');
	const type = answer.headers.get('content-type') ?? '';
	check(nameOf(method, `/sandbox${place}`), { ...answer, type });
	return answer;
}

test('the linter finds nothing', async () => {
	const config = await createConfig({ extends: ['recommended-strict'] });
	const source = JSON.stringify(description);
	const problems = await lintFromString({ source, absoluteRef: '/sandbox/openapi.json', config });
	expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('a generated client knows what every call answers', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'control-'));
	const [file, types] = [path.join(folder, 'control.json'), path.join(folder, 'control.ts')];
	writeFileSync(file, JSON.stringify(description));
	const generator = path.join(__dirname, '../../../node_modules/openapi-typescript/bin/cli.js');
	execFileSync(process.execPath, [generator, file, '-o', types]);
	const source = ts.createSourceFile(
		types,
		readFileSync(types, 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	rmSync(folder, { recursive: true });
	const silent: string[] = [];
	const visit = (node: ts.Node, response: string) => {
		if (ts.isPropertySignature(node)) {
			const name = node.name.getText();
			const isSilent = name === 'content' && node.type?.kind === ts.SyntaxKind.NeverKeyword;
			if (isSilent && response !== NO_CONTENT) silent.push(response);
			node.forEachChild((child) => visit(child, /^(\d+|default)$/.test(name) ? name : response));
			return;
		}
		node.forEachChild((child) => visit(child, response));
	};
	visit(source, '');
	expect(silent).toEqual([]);
	expect(source.text).toMatch(/signers: \{/);
});

test('every call answers what is described', async () => {
	const receiver = await startReceiver();
	const { content, sandbox, send } = scene;
	const open = async () =>
		await scene.open('v2', {
			signatures: signers('a@example.com', 'b@example.com'),
			callback_success_url: receiver.address,
			callback_error_url: `${receiver.address}/slow`,
		});
	const [signed, declined, failed] = [await open(), await open(), await open()];
	await control('POST', `/requests/${signed.id}/sign`, { signer: 'a@example.com', name: 'Ann' });
	await control('POST', `/requests/${signed.id}/sign`);
	await control('POST', `/requests/${signed.id}/sign`);
	await control('POST', `/requests/${declined.id}/decline`, { reason: 'No' });
	await control('POST', `/requests/${failed.id}/fail`);
	await sandbox.settled();
	await control('GET', '/requests');
	const [callback] = (await control('GET', '/callbacks')).list;
	await control('POST', `/callbacks/${String(callback?.id)}/repeat`);
	await sandbox.settled();
	await control('GET', `/wait?request=${signed.id}`);
	await control('GET', '/wait?mail=a@example.com');
	await control('GET', '/wait?callback=success');
	await control('GET', `/wait?request=${declined.id}`);
	await control('GET', `/wait?request=${(await open()).id}&seconds=0`);

	await send('POST', '/validation/v1/tooling/upload', { content });
	await control('GET', '/tooling');
	await control('GET', '/mails');
	await control('GET', '/calls');
	await control('GET', '/clock');
	await control('POST', '/clock/advance', { ms: 1000 });
	sandbox.faults.add({ path: /nowhere/, status: 500 });
	for (const kind of [
		{ status: 503, times: 1, headers: { a: 'b' }, body: { any: ['thing'] } },
		...[{ reset: 'after' }, { delayMs: 1 }, { hang: true }, { truncateBody: true }],
		{ redirectTo: 'https://example.com' },
	]) {
		await control('POST', '/faults', { method: 'GET', path: '/nowhere', ...kind });
	}
	expect((await control('GET', '/faults')).list).toHaveLength(7);
	sandbox.store.kept('receivedMail').set('1', {
		...{ at: sandbox.clock.now(), from: 'a@example.com', to: ['b@example.com'] },
		...{ subject: 'A', text: 'B', raw: 'Subject: A\r\n\r\nB' },
	});
	await control('GET', '/mails/received');

	sandbox.settings.rateLimits = [
		{ path: /\/documents$/, max: 100, windowMs: 1000, retryAfter: 'none' },
	];
	await control('GET', '/settings');
	await control('PATCH', '/settings', { retentionDays: 3, automaticSigningMs: null });
	await control('GET', '/settings');
	await control('PUT', '/users/api_demo_new', { apiKey: 'new' });
	await control('DELETE', '/users/api_demo_new');
	await control('PUT', '/groups/gr_new', { name: 'New', members: ['c@example.com'] });
	await control('GET', '/settings');
	await control('DELETE', '/groups/gr_new');
	const tenant = await control('POST', '/tenants');
	await control('GET', '/tenants');
	await control('DELETE', `/tenants/${tenant.id}`);
	const { json: snapshot } = await control('GET', '/snapshot');
	await control('PUT', '/snapshot', snapshot);
	for (const kept of ['/faults', '/mails', '/mails/received', '/calls'])
		await control('DELETE', kept);
	await receiver.close();

	const person = [`/requests/${UNKNOWN}/sign`, `/requests/${UNKNOWN}/decline`];
	for (const at of [...person, `/requests/${UNKNOWN}/fail`, '/callbacks/unknown/repeat']) {
		await control('POST', at);
	}
	for (const at of ['/users/unknown', '/groups/unknown', '/tenants/unknown'])
		await control('DELETE', at);
	await control('GET', `/wait?request=${UNKNOWN}`);
	await control('POST', '/reset');
});

/** What was sent by hand, such as a header that a client sets itself. */
async function sent(name: string, headers: Record<string, string | number>) {
	const [method = '', at = ''] = name.split(' ');
	const target = at.replace(/\{\w+\}/g, 'unknown');
	const request = rawCall(scene.sandbox, method, target, { ...KEY, ...headers });
	if (headers['content-length'] === undefined)
		request.end(headers['content-type'] ? 'text' : undefined);
	else request.flushHeaders();
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	const text = Buffer.concat(await response.toArray()).toString();
	request.destroy();
	const { statusCode: status = 0 } = response;
	check(name, { status, type: response.headers['content-type'] ?? '', text });
	return status;
}

const REFUSALS: Array<[number, Record<string, string | number>]> = [
	[401, { authorization: 'Bearer other' }],
	[403, { origin: 'https://evil.example' }],
	[413, { 'content-length': 2 ** 30 }],
	[415, { 'content-type': 'text/plain' }],
	[421, { host: 'evil.example' }],
];

test('every call refuses as described', async () => {
	for (const [name, { responses }] of operations) {
		for (const [status, headers] of REFUSALS) {
			if (status in responses) expect([name, await sent(name, headers)]).toEqual([name, status]);
		}
		const [method = '', at = ''] = name.replaceAll('/sandbox', '').split(' ');
		const refused = await control(method, `${at.replace(/\{\w+\}/g, 'unknown')}?misspelled=1`);
		expect([name, refused.status]).toEqual([name, 400]);
	}
});

test('no call describes a status that it never answers', async () => {
	// A tenant has no tenants of its own.
	const tenant = await control('POST', '/tenants');
	for (const method of ['GET', 'POST']) {
		const below = `${new URL(String(tenant.json.address)).pathname}/sandbox/tenants`;
		const answer = await call(scene.sandbox, method, below, undefined, KEY);
		const type = answer.headers.get('content-type') ?? '';
		check(`${method} /sandbox/tenants`, { ...answer, type });
	}
	const untried = [...operations].flatMap(([name, { responses }]) =>
		Object.keys(responses)
			.filter((status) => status !== 'default' && !answered.get(name)?.has(Number(status)))
			.map((status) => `${name} ${status}`),
	);
	expect(untried).toEqual([]);
});
