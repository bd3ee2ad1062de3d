import { call, type Answer } from '../client.ts';
import { DAY, sceneForEach, setScene } from '../scene.ts';

const scene = sceneForEach({ dialect: 'public' });

interface Sent {
	id: string;
	url: string;
	code: string;
}

/** Nothing here logs in. */
const send = async (...args: [string, string, unknown?, Record<string, string>?]) =>
	await call(scene.sandbox, ...args);

async function create(version = 'v2'): Promise<Sent> {
	const body = { title: 'Contract', content: scene.content };
	const { status, json } = await send('POST', `/${version}/sendto`, body);
	expect(status).toBe(200);
	return { id: String(json.id), url: String(json.url), code: String(json.access_code) };
}

const withCode = async (method: string, { id, code }: Sent, end = '') =>
	await send(method, `/v3/sendto/${id}${end}`, undefined, { 'x-accesscode': code });
const track = async (sent: Sent) => (await withCode('GET', sent, '/track')).json;

/** A person with a browser that keeps its cookie. */
function visitor({ url }: Sent) {
	const path = new URL(url).pathname;
	let cookie = '';
	const keep = (answer: Answer) => {
		cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
		return answer;
	};
	return {
		open: async () => keep(await send('GET', path, undefined, { cookie })),
		fill: async (fields: Record<string, string>) =>
			keep(await send('POST', path, new URLSearchParams(fields), { cookie })),
	};
}

async function signing(sent: Sent, signers = 'ann@example.com') {
	const visit = visitor(sent);
	await visit.fill({ action: 'claim', email: 'ann@example.com' });
	await visit.fill({ action: 'start', signers });
	const { headers } = await visit.open();
	return String(headers.get('location')).replace('/app/sign/', '');
}

test('the form of the call may be multipart', async () => {
	const body = new FormData();
	body.set('title', 'Contract');
	body.set('content', new Blob([Buffer.from(scene.content, 'base64')]), 'contract.pdf');
	const response = await fetch(`${scene.sandbox.address}/v2/sendto`, { method: 'POST', body });
	expect(response.status).toBe(200);
});

test('who declines ends it', async () => {
	const sent = await create('v3');
	scene.sandbox.people.decline(await signing(sent), 'ann@example.com', 'No');
	expect(await track(sent)).toMatchObject({ status: 'DECLINED' });
});

test('only the person who claimed it goes on', async () => {
	const sent = await create();
	await visitor(sent).fill({ action: 'claim', email: 'ann@example.com' });
	const other = visitor(sent);
	expect((await other.open()).status).toBe(403);
	await other.fill({ action: 'claim', email: 'eve@example.com' });
	await other.fill({ action: 'start', signers: 'eve@example.com' });
	expect(await track(sent)).toMatchObject({ status: 'CLAIMED', creator: 'ann@example.com' });
});

test.each([
	['claim', { email: 'no address' }],
	['start', { signers: 'ann@example.com, no address' }],
	['start', { signers: '' }],
])('the page asks again after a wrong address: %s %j', async (action, typed) => {
	const sent = await create();
	const ann = visitor(sent);
	if (action === 'start') await ann.fill({ action: 'claim', email: 'ann@example.com' });
	const { status, text } = await ann.fill({ action, ...(typed as Record<string, string>) });
	expect(status).toBe(422);
	expect(text).toContain('Please enter valid email addresses.');
});

test('unclaimed, it is deleted after a day, and everything after 90', async () => {
	const [left, claimed] = [await create(), await create()];
	await signing(claimed);
	await scene.sandbox.clock.advance(DAY);
	expect(await track(left)).toMatchObject({ status: 'EXPIRED', creator: null });
	expect((await withCode('GET', left, '/download')).status).toBe(404);
	expect((await visitor(left).open()).status).toBe(404);
	expect((await withCode('GET', claimed, '/download')).status).toBe(200);

	await scene.sandbox.clock.advance(89 * DAY);
	for (const sent of [left, claimed]) {
		expect((await withCode('GET', sent, '/track')).status).toBe(404);
	}
	expect(scene.sandbox.store.requests).toEqual([]);
	expect(scene.sandbox.store.documents).toEqual([]);
});

test('its sender deletes it together with document and request', async () => {
	const sent = await create();
	await signing(sent);
	expect(await withCode('DELETE', sent)).toMatchObject({ status: 200, text: '' });
	expect((await withCode('GET', sent, '/track')).status).toBe(404);
	expect((await withCode('DELETE', sent)).status).toBe(404);
	await scene.sandbox.clock.advance(0);
	expect(scene.sandbox.store.requests).toEqual([]);
	expect(scene.sandbox.store.documents).toEqual([]);
});

test.each([
	['another access code', { 'x-accesscode': '11111111-2222-4333-8444-555555555555' }, 404],
	['no access code', {}, 400],
	['an access code that cannot be one', { 'x-accesscode': 'x' }, 400],
])('refuses %s', async (_title, headers, status) => {
	const { id } = await create();
	for (const call of ['GET /track', 'GET /download', 'DELETE ']) {
		const [method = '', end = ''] = call.split(' ');
		const path = `/v2/sendto/${id}${end}`;
		const given = headers as Record<string, string>;
		expect((await send(method, path, undefined, given)).status).toBe(status);
	}
});

test.each([
	['no title', { content: 'JVBERi0=' }],
	['no content', { title: 'A' }],
	['content that is no PDF', { title: 'A', content: 'aGVsbG8=' }],
])('takes no document with %s', async (_title, body) => {
	expect((await send('POST', '/v2/sendto', body)).status).toBe(400);
});

test('the contract does not have it', async () => {
	const contract = await setScene();
	expect((await contract.send('POST', '/v2/sendto', { title: 'A' })).status).toBe(404);
	await contract.close();
});
