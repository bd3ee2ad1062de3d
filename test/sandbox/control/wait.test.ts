import { call, like, type Answer } from '../client.ts';
import { startReceiver } from '../receiver.ts';
import { sceneForEach, setScene, signers } from '../scene.ts';

const scene = sceneForEach({ controlKey: 'key' });

const headers = { authorization: 'Bearer key' };
const control = async (method: string, path: string, body?: object): Promise<Answer> =>
	await call(scene.sandbox, method, `/sandbox${path}`, body, headers);
const open = async (more: object = {}) =>
	await scene.open('v2', { signatures: signers('a@example.com'), ...more });

describe('Waiting', () => {
	test('answers as soon as the request has the state', async () => {
		const { id } = await open();
		const waiting = control('GET', `/wait?request=${id}&state=SIGNED&seconds=60`);
		await scene.sandbox.people.sign(id);
		expect((await waiting).json).toMatchObject({ id, status: 'SIGNED' });
	});

	test('says what is the case when time is up, and when it cannot happen any more', async () => {
		const { id } = await open();
		const late = await control('GET', `/wait?request=${id}&seconds=0`);
		expect(late).toMatchObject({ status: 504, json: { message: like(/OPEN/) } });
		scene.sandbox.people.decline(id);
		const never = await control('GET', `/wait?request=${id}&seconds=60`);
		expect(never.status).toBe(409);
		expect(never.json.message).toContain('DECLINED');
	});

	test('finds mails and callbacks, whose addresses are shown to those who have the key', async () => {
		const receiver = await startReceiver();
		const url = `${receiver.address}/hook?secret=1`;
		const waiting = control('GET', '/wait?mail=A@example.com&seconds=60');
		const { id } = await open({ callback_success_url: url });
		expect((await waiting).json).toMatchObject({ to: 'a@example.com', requestId: id });
		const called = control('GET', `/wait?callback=success&request=${id}&seconds=60`);
		await scene.sandbox.people.sign(id);
		expect((await called).json).toMatchObject({ requestId: id, state: 'COMPLETED', url });
		expect((await control('GET', '/callbacks')).list).toMatchObject([{ url }]);
		await receiver.close();
	});

	test.each([
		['', 400],
		['?request=unknown', 404],
		['?request=unknown&seconds=601', 400],
		['?request=unknown&seconds=-1', 400],
	])('refuses %s', async (query, status) => {
		expect((await control('GET', `/wait${query}`)).status).toBe(status);
	});
});

test('without a control key no address of a callback is shown', async () => {
	const other = await setScene();
	const callback_success_url = 'http://127.0.0.1:9/';
	const { id } = await other.open('v2', {
		...{ signatures: signers('a@example.com'), callback_success_url },
	});
	await other.sandbox.people.sign(id);
	await other.sandbox.settled();
	const { list } = await call(other.sandbox, 'GET', '/sandbox/callbacks');
	expect(list).toMatchObject([{ requestId: id, state: 'OPEN' }]);
	expect(list[0]).not.toHaveProperty('url');
	await other.close();
});

describe('The calls', () => {
	test('are found by method, path and parts of their body', async () => {
		await open({ message: 'x'.repeat(5000) });
		const found = async (query: Record<string, string>) =>
			(await control('GET', `/calls?${new URLSearchParams(query).toString()}`)).list;
		const path = '/signature-requests';
		const signed = (email: string) => `{"signatures":[{"account_email":"${email}"}]}`;
		const [call, ...others] = await found({ method: 'POST', path, json: '{"title":"Contract"}' });
		expect(others).toEqual([]);
		// Whole, however long it is.
		expect(JSON.parse(String(call?.body))).toMatchObject({ message: 'x'.repeat(5000) });
		expect(await found({ path, json: signed('a@example.com') })).toEqual([call]);
		const absent: Array<Record<string, string>> = [
			{ json: '{"title":"B"}' },
			{ json: signed('b@x.ch') },
			{ method: 'DELETE' },
		];
		for (const query of absent) expect(await found(query)).toEqual([]);
		await control('DELETE', '/calls');
		expect((await control('GET', '/calls')).list).toEqual([]);
	});

	test.each(['json=x', 'body={}'])('cannot be found by %s', async (query) => {
		expect((await control('GET', `/calls?${query}`)).status).toBe(400);
	});
});
