import { PDFDocument } from '@cantoo/pdf-lib';
import { like } from '../../client.ts';
import { requestPath as path, sceneForAll, setScene, signers, UNKNOWN } from '../../scene.ts';

const scene = sceneForAll({
	groups: [{ id: 'gr_audit', name: 'Audit', members: ['ben@example.com'] }],
});

describe('Observers (interface.md 2.7 and 4.3)', () => {
	test.each([
		[{ type: 'USER', email: 'ben@example.com' }],
		[{ type: 'GROUP', group_id: 'gr_audit' }],
	])('%j reads the request and its documents, and changes nothing', async (body) => {
		const { id, json } = await scene.create('v3');
		const asBen = async (method: string, address: string) =>
			(await scene.asBen(method, address)).status;
		const document = `/v3/documents/${String(json.document_id)}/content`;
		expect(await asBen('GET', document)).toBe(403);
		await scene.send('POST', path('v3', id, '/observers'), body);
		expect(await asBen('GET', path('v3', id, ''))).toBe(200);
		expect(await asBen('GET', document)).toBe(200);
		expect(await asBen('POST', path('v3', id, '/initiate'))).toBe(403);
	});

	test.each<[string, object, RegExp]>([
		['no type', { email: 'o@example.com' }, /^type:/],
		['no one', { type: 'USER' }, /^email:/],
		['no email address', { type: 'USER', email: 'o' }, /^email:/],
		['an unknown group', { type: 'GROUP', group_id: 'gr_none' }, /^group:/],
	])('refuses %s', async (_title, body, message) => {
		const { id } = await scene.create('v3');
		const answer = await scene.send('POST', path('v3', id, '/observers'), body);
		expect(answer).toMatchObject({ status: 400, json: { message: like(message) } });
	});

	test('listing and reading with bad input answer 400', async () => {
		const { id } = await scene.create('v3');
		expect((await scene.send('GET', path('v3', 'x', '/observers'))).status).toBe(400);
		expect((await scene.send('GET', path('v3', id, '/observers/x'))).status).toBe(400);
		expect((await scene.send('GET', path('v3', UNKNOWN, '/observers'))).status).toBe(404);
	});

	test('v2 has none', async () => {
		const { id } = await scene.create('v2');
		expect((await scene.send('GET', path('v2', id, '/observers'))).status).toBe(404);
	});
});

describe('Attachments (interface.md 7 and 9)', () => {
	const attachment = { filename: 'terms.txt', content_type: 'text/plain', content: btoa('Terms') };

	test.each(['v2', 'v3'])('%s keeps, gives back and removes a file', async (version) => {
		const { id } = await scene.create(version);
		const attachments = path(version, id, '/attachments');
		const { json } = await scene.send('POST', attachments, attachment);
		const request = await scene.send('GET', path(version, id, ''));
		expect(request.json.attachments).toEqual([json]);
		const one = `${attachments}/${String(json.attachment_id)}`;
		const read = async (accept: string) =>
			await scene.send('GET', `${one}/content`, undefined, { accept });
		const file = await read('*/*');
		expect(file.headers.get('content-type')).toMatch(/^text\/plain/);
		expect(file.text).toBe('Terms');
		const encoded = { content_type: 'text/plain', content_size: 5, content: btoa('Terms') };
		expect((await read('application/json')).json).toEqual(encoded);
		expect((await scene.send('DELETE', one)).status).toBe(204);
		expect((await read('*/*')).status).toBe(404);
	});

	const virus = btoa('X5O!P%@AP[4\\PZX54(P^)7CC)7}' + '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
	const unsupported = { content_type: 'application/x-msdownload' };
	test.each<[string, object, string?]>([
		['an unsupported type', unsupported, 'file.attachment.unsupported'],
		['malware', { content: virus }, 'file.malware.detected'],
		['no name', { filename: '' }],
		['what is not Base64', { content: '!' }],
	])('refuses %s', async (...[, more, key]) => {
		const { id } = await scene.create('v2');
		const body = { ...attachment, ...more };
		const { status, json } = await scene.send('POST', path('v2', id, '/attachments'), body);
		expect({ status, key: json.key }).toEqual({ status: 400, key });
	});

	test('v1 has none', async () => {
		const { id } = await scene.create('v1');
		expect((await scene.send('POST', path('v1', id, '/attachments'), attachment)).status).toBe(404);
	});
});

describe('The protocol of a request', () => {
	let id: string;
	beforeAll(async () => {
		({ id } = await scene.create('v2', {
			title: 'A <b> & ž',
			signatures: signers('a@example.com'),
		}));
		await scene.sandbox.people.sign(id, 'a@example.com', 'Ann');
	});
	const report = (type: string) => scene.send('GET', path('v2', id, `/report${type}`));

	test('as JSON and as HTML', async () => {
		expect((await report('?type=JSON')).json).toMatchObject({
			header: { signatureRequestID: id, status: 'SIGNED' },
			userList: [{ userActions: [{ name: 'CREATE' }] }, { userActions: [{ name: 'SIGN' }] }],
		});
		expect((await report('?type=HTML')).text).toContain('A &#60;b&#62; &#38; ž');
	});

	test.each(['?type=PDF', ''])('as PDF (%s)', async (type) => {
		const { bytes, headers } = await report(type);
		expect(headers.get('content-type')).toBe('application/pdf');
		expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
	});

	test.each([
		['declines', 'decline', 'DECLINE'],
		['withdraws it', 'withdraw', 'WITHDRAW'],
	])('says why a person %s', async (_title, act, name) => {
		const { id: other } = await scene.create('v2', { signatures: signers('a@example.com') });
		const message = 'The price is wrong';
		const { people } = scene.sandbox;
		if (act === 'decline') people.decline(other, 'a@example.com', message);
		else await scene.send('POST', path('v2', other, '/withdraw'), { message });
		const read = async (type: string) =>
			await scene.send('GET', path('v2', other, `/report?type=${type}`));
		const { userList } = (await read('JSON')).json as {
			userList: Array<{ userActions: object[] }>;
		};
		expect(userList.flatMap(({ userActions }) => userActions)).toMatchObject([
			{ name: 'CREATE' },
			{ name, message, time: '2026-03-10T12:00:00.000Z' },
		]);
		expect((await read('HTML')).text).toContain(message);
	});

	test('in no other form', async () => {
		expect((await report('?type=DOC')).status).toBe(400);
	});
});

test.each(['v2', 'v3'])(
	'Express QES evidence (interface.md 4.3) %s has it once the person has signed',
	async (version) => {
		const { id } = await scene.open(version, { signatures: signers('a@example.com') });
		const sid = scene.sandbox.store.request(id)?.signatures[0]?.id ?? '';
		const get = (rest: string) =>
			scene.send('GET', path(version, id, `/signatures/${sid}/identification${rest}`));
		const evidence = { id: sid, workflowId: id, expiresAt: '2026-04-09T12:00:00.000Z' };
		expect((await get('')).json).toMatchObject({ ...evidence, status: 'PENDING' });
		expect((await get('/json')).status).toBe(404);
		await scene.sandbox.people.sign(id);
		expect((await get('')).json).toMatchObject({
			...{ ...evidence, status: 'COMPLETED', startedAt: '2026-03-10T12:00:00.000Z' },
		});
		expect((await get('/json')).json).toMatchObject({ id: sid, email: 'a@example.com' });
		expect((await get('/files')).list).toEqual([]);
		expect((await get('/jwt')).text).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
	},
);

test('Features that are switched off (interface.md 7) Express QES evidence answers 403 feature-not-enabled', async () => {
	const bare = await setScene({ features: { expressQes: false } });
	const { id } = await bare.create('v3');
	const evidence = path('v3', id, `/signatures/${UNKNOWN}/identification`);
	const type = `${bare.sandbox.address}/problem/feature-not-enabled`;
	expect(await bare.send('GET', evidence)).toMatchObject({ status: 403, json: { type } });
	await bare.close();
});
