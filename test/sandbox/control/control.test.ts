import type { SandboxOptions } from '../../../sandbox/server.ts';
import { call, loggedIn, type Answer } from '../client.ts';
import { rawCall, statusOf } from '../http/rawCall.ts';
import { startReceiver } from '../receiver.ts';
import { anna, NOON, sceneForEach, setScene } from '../scene.ts';

const scene = sceneForEach();
async function startAgain(options: SandboxOptions) {
	await scene.close();
	Object.assign(scene, await setScene(options));
}

const control = async (method: string, path: string, body?: object): Promise<Answer> =>
	await call(scene.sandbox, method, `/sandbox${path}`, body);
const open = async (...emails: string[]) =>
	await scene.open('v2', {
		signatures: emails.map((email, place) => ({ account_email: email, sequence: place + 1 })),
	});
const statusOfRequest = async ({ id }: Answer) =>
	(await scene.send('GET', `/v2/signature-requests/${id}`)).json.status_overall;

test('people sign one after the other, the next in order or by name', async () => {
	const request = await open('a@example.com', 'b@example.com');
	const first = await control('POST', `/requests/${request.id}/sign`);
	expect(first.json).toMatchObject({ status: 'OPEN', signers: [{ status: 'SIGNED' }, {}] });
	await control('POST', `/requests/${request.id}/sign`, { signer: 'b@example.com' });
	expect(await statusOfRequest(request)).toBe('SIGNED');
	expect((await control('GET', '/requests')).list).toMatchObject([
		{ id: request.id, signers: [{ address: 'a@example.com' }, { address: 'b@example.com' }] },
	]);
});

test('people decline, and fail', async () => {
	const [declined, failed] = [await open('a@example.com'), await open('a@example.com')];
	await control('POST', `/requests/${declined.id}/decline`, { reason: 'No' });
	await control('POST', `/requests/${failed.id}/fail`);
	expect(await statusOfRequest(declined)).toBe('DECLINED');
	expect(await statusOfRequest(failed)).toBe('ERROR');
});

test('people sign automatically after a while, and time passes', async () => {
	await control('PATCH', '/settings', { automaticSigningMs: 5000 });
	const request = await open('a@example.com', 'b@example.com');
	await control('POST', '/clock/advance', { ms: 5000 });
	expect(await statusOfRequest(request)).toBe('OPEN');
	await control('POST', '/clock/advance', { ms: 5000 });
	expect(await statusOfRequest(request)).toBe('SIGNED');
	const now = new Date(NOON + 10_000).toISOString();
	expect((await control('GET', '/clock')).json).toEqual({ now, speed: 0 });
});

test('calls fail as often as was said, and control calls never', async () => {
	await control('POST', '/faults', { status: 503, times: 1 });
	expect((await control('GET', '/faults')).list).toEqual([{ status: 503, times: 1 }]);
	expect((await scene.send('GET', '/v2/documents')).status).toBe(503);
	expect((await scene.send('GET', '/v2/documents')).status).toBe(200);
	expect((await control('POST', '/faults', { path: '/documents' })).status).toBe(400);
});

test('mails, calls with their bodies, and no secrets', async () => {
	await open('a@example.com');
	const mails = await control('GET', '/mails?to=A@example.com');
	expect(mails.list).toMatchObject([{ kind: 'invitation', to: 'a@example.com' }]);
	const calls = await control('GET', '/calls');
	expect(calls.list.at(-1)).toMatchObject({ path: '/v2/signature-requests', status: 200 });
	expect(String(calls.list.at(-1)?.body)).toContain('"title":"Contract"');
	expect(calls.text).not.toMatch(new RegExp(`Bearer|eyJ|${anna.apiKey}`));
	await control('DELETE', '/mails');
	expect((await control('GET', '/mails')).list).toEqual([]);
});

test('a callback is repeated', async () => {
	const receiver = await startReceiver();
	const signatures = [{ account_email: 'a@example.com' }];
	const { id } = await scene.open('v2', { signatures, callback_success_url: receiver.address });
	await control('POST', `/requests/${id}/sign`);
	await scene.sandbox.settled();
	const [callback] = (await control('GET', '/callbacks')).list;
	expect(callback).toMatchObject({ state: 'COMPLETED', attempts: 1, requestId: id });
	await control('POST', `/callbacks/${String(callback?.id)}/repeat`);
	await scene.sandbox.settled();
	expect(receiver.received).toHaveLength(2);
	await receiver.close();
});

test('users and groups come and go', async () => {
	const user = { username: 'api_demo_new', apiKey: 'new-key', validation: true };
	expect((await control('PUT', '/users/api_demo_new', { apiKey: user.apiKey })).status).toBe(204);
	const send = await loggedIn(scene.sandbox, user);
	expect((await send('GET', '/v2/documents')).status).toBe(200);
	await control('DELETE', '/users/api_demo_new');
	expect((await send('GET', '/v2/documents')).status).toBe(401);
	await control('PUT', '/groups/gr_new', { name: 'New', members: ['c@example.com'] });
	const request = await scene.open('v3', { signatures: [{ signer_group_id: 'gr_new' }] });
	expect(request.json.signatures).toMatchObject([{ account_email: 'c@example.com' }]);
	expect((await control('DELETE', '/groups/gr_new')).status).toBe(204);
});

test('a snapshot brings everything back, and a reset forgets it', async () => {
	await startAgain({ dialect: 'public' });
	const { content } = scene;
	const request = await open('a@example.com');
	const path = `/v2/signature-requests/${request.id}`;
	const xml = Buffer.from('<?xml version="1.0"?><invoice/>').toString('base64');
	// One record of every kind, so that the reader of a snapshot knows all of them.
	const answers = [
		await scene.send('POST', `${path}/attachments`, {
			...{ filename: 'a.txt', content_type: 'text/plain', content: 'YWJj' },
		}),
		await scene.send('POST', '/v2/seal', { content }),
		await scene.send('POST', '/v2/sendto', { title: 'Contract', content }),
		await scene.send('POST', '/validation/v1/tooling/upload', { content }),
		await scene.send('POST', '/validation/v1/validate/document', { content: xml }),
	];
	expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
	await control('PATCH', '/settings', { retentionDays: 3 });
	const before = (await scene.send('GET', path)).json;
	const snapshot = (await control('GET', '/snapshot')).json;
	const kinds = (snapshot.records as Array<{ kind: string }>).map(({ kind }) => kind);
	expect(kinds).toEqual(expect.arrayContaining(['sendTo', 'tooling', 'validation']));

	expect((await control('POST', '/reset')).status).toBe(204);
	expect((await scene.send('GET', path)).status).toBe(401);
	expect(scene.sandbox.settings.retentionDays).toBeUndefined();
	expect((await control('GET', '/requests')).list).toEqual([]);

	expect((await control('PUT', '/snapshot', snapshot)).status).toBe(204);
	expect((await scene.send('GET', path)).json).toEqual(before);
	expect(scene.sandbox.settings.retentionDays).toBe(3);
	const [added] = before.attachments as Array<{ attachment_id: string }>;
	const attached = `${path}/attachments/${added?.attachment_id}/content`;
	expect((await scene.send('GET', attached)).text).toBe('abc');
	const again = (await control('GET', '/snapshot')).json.records as Array<{ kind: string }>;
	expect(again.map(({ kind }) => kind).sort()).toEqual(kinds.sort());
	await control('POST', `/requests/${request.id}/sign`);
	expect(await statusOfRequest(request)).toBe('SIGNED');
	expect((await control('PUT', '/snapshot', { format: 1, records: [] })).status).toBe(400);
});

describe('Who may control it', () => {
	test.each([
		['origin', 'https://evil.example'],
		['origin', 'null'],
		['sec-fetch-site', 'cross-site'],
		['sec-fetch-site', 'same-site'],
	])('not a page elsewhere (%s: %s)', async (name, value) => {
		for (const [method, path] of [
			['GET', '/sandbox/settings'],
			['POST', '/sandbox/reset'],
		] as const) {
			const status = await statusOf(rawCall(scene.sandbox, method, path, { [name]: value }).end());
			expect(status).toBe(403);
		}
	});

	test('no one reads from another origin', async () => {
		const { headers } = await control('GET', '/settings');
		expect(headers.get('access-control-allow-origin')).toBeNull();
	});

	test('with a key, only who gives it', async () => {
		await startAgain({ controlKey: 'secret' });
		expect((await control('GET', '/settings')).status).toBe(401);
		const answer = await call(scene.sandbox, 'GET', '/sandbox/settings', undefined, {
			authorization: 'Bearer secret',
		});
		expect(answer.status).toBe(200);
	});
});
