import { PDFDocument } from '@cantoo/pdf-lib';
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts';
import { call, like, loggedIn, newPdf, type Send } from '../client.ts';
import { startFiles } from '../files.ts';
import { addSignatureField } from '../formField.ts';

const VERSIONS = ['v1', 'v2', 'v3'];
const anna = {
	username: 'api_demo_anna',
	apiKey: 'k',
	email: 'anna@example.com',
	validation: false,
};
const ben = { username: 'api_demo_ben', apiKey: 'k', email: 'Ben@example.com', validation: false };

let sandbox: Sandbox;
let send: Send;
let asBen: Send;
let pdf: Buffer;

beforeAll(async () => {
	sandbox = await startSandbox({ users: [anna, ben], maxDocumentBytes: 100_000 });
	send = await loggedIn(sandbox, anna);
	asBen = await loggedIn(sandbox, ben);
	pdf = await newPdf({ pages: 3, width: 300, height: 400.4 });
});
afterAll(async () => await sandbox.close());

const upload = (more: object = {}, path = '/v2/documents') =>
	send('POST', path, { title: 'Contract', content: pdf.toString('base64'), ...more });

describe('POST /documents (interface.md 2.5 and 4.2)', () => {
	test.each(VERSIONS)('%s stores a document and answers its facts', async (version) => {
		const { status, json } = await upload(
			{ content_type: 'application/pdf' },
			`/${version}/documents`,
		);
		expect(status).toBe(200);
		expect(json).toEqual({
			id: like(/^[0-9a-f-]{36}$/),
			parent_id: null,
			title: 'Contract',
			content_type: 'application/pdf',
			size: pdf.length,
			page_count: 3,
			page_width: 300,
			page_height: 400,
			signature_fields: [],
			owner: anna.username,
			read_access: [],
			write_access: [],
			created_at: like(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			updated_at: like(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		});
	});

	test('unknown fields are ignored', async () => {
		expect((await upload({ colour: 'red' })).status).toBe(200);
	});

	test('two uploads of the same bytes are two documents', async () => {
		const [first, second] = [await upload(), await upload()];
		expect(first.id).not.toBe(second.id);
	});

	test.each<[string, object, number, RegExp, string | undefined]>([
		['no title', { title: undefined }, 400, /^title:/, undefined],
		['a title of blanks', { title: ' ' }, 400, /^title:/, undefined],
		['no document', { content: undefined }, 400, /^content:/, undefined],
		['content and file_url', { file_url: 'http://127.0.0.1/a.pdf' }, 400, /^content:/, undefined],
		['a number as content', { content: 7 }, 400, /^content:/, undefined],
		['URL-safe Base64', { content: '_-8=' }, 400, /^content:/, undefined],
		[
			'a data: prefix',
			{ content: 'data:application/pdf;base64,JVBERi0=' },
			400,
			/^content:/,
			undefined,
		],
		['Base64 that is cut off', { content: 'JVBERi0' }, 400, /^content:/, undefined],
		['padding in the middle', { content: 'JV==Ri0=' }, 400, /^content:/, undefined],
		['a text', { content: btoa('Dear all') }, 400, /^content:/, 'file.pdf.invalid'],
		[
			'a PDF without objects',
			{ content: btoa('%PDF-1.7\n%%EOF') },
			400,
			/^content:/,
			'file.pdf.invalid',
		],
		['another type', { content_type: 'text/plain' }, 415, /^content_type:/, undefined],
		[
			'an address that is none',
			{ content: undefined, file_url: 'x' },
			400,
			/^file_url:/,
			undefined,
		],
		['a wrong access list', { read_access: 'ben' }, 400, /^read_access:/, undefined],
		['too many bytes', { content: 'A'.repeat(133_340) }, 413, /^content: 100005 bytes/, undefined],
	])('refuses %s', async (_title, more, status, message, key) => {
		const answer = await upload(more);
		expect(answer.status).toBe(status);
		expect(answer.json.message).toMatch(message);
		expect(answer.json.key).toBe(key);
	});

	test('refuses an encrypted PDF', async () => {
		const locked = await PDFDocument.create();
		locked.addPage();
		locked.encrypt({ userPassword: 'u', ownerPassword: 'o' });
		const bytes = Buffer.from(await locked.save({ useObjectStreams: false }));
		const answer = await upload({ content: bytes.toString('base64') });
		expect(answer).toMatchObject({ status: 400, json: { key: 'file.pdf.encrypted' } });
	});

	test('a body beyond the limit and its envelope is refused with 413', async () => {
		const answer = await upload({ content: 'A'.repeat(1_400_000) });
		expect(answer.status).toBe(413);
	});

	test('lists the signature fields of the form', async () => {
		const form = await PDFDocument.create();
		const page = form.addPage([200, 200]);
		form.addPage([200, 200]);
		addSignatureField(form, page, { name: 'buyer', rectangle: [10, 20, 110, 70] });
		const bytes = Buffer.from(await form.save());
		const { json } = await upload({ content: bytes.toString('base64') });
		expect(json.signature_fields).toEqual([
			{
				name: 'buyer',
				signed: false,
				positions: [{ page: '0', x: 10, y: 20, width: 100, height: 50, rotation: 0 }],
			},
		]);
	});
});

describe('file_url (interface.md 2.5)', () => {
	let files: Awaited<ReturnType<typeof startFiles>>;
	let origin: string;

	beforeAll(async () => {
		files = await startFiles({
			'/a.pdf': { type: 'application/pdf; charset=binary', bytes: pdf },
			'/text': { type: 'text/plain', bytes: pdf },
			'/big': Buffer.alloc(100_001),
		});
		origin = files.address;
	});
	afterAll(() => files.close());

	test('is downloaded and stored', async () => {
		const { id } = await upload({ content: undefined, file_url: `${origin}/a.pdf` });
		const content = await send('GET', `/v2/documents/${id}/content`, undefined, {
			accept: 'application/json',
		});
		expect(content.json.content).toBe(pdf.toString('base64'));
	});

	test('the type is that of the download, whatever the caller says', async () => {
		const fields = { content: undefined, file_url: `${origin}/a.pdf`, content_type: 'text/plain' };
		expect((await upload(fields)).status).toBe(200);
	});

	test.each([
		['/missing', 400],
		['/text', 415],
		['/big', 413],
	])('%s is refused with %i', async (path, status) => {
		expect((await upload({ content: undefined, file_url: origin + path })).status).toBe(status);
	});

	test('redirects are not followed', async () => {
		sandbox.faults.add({ path: '/management/health', redirectTo: `${origin}/a.pdf` });
		const file_url = `${sandbox.address}/management/health`;
		expect((await upload({ content: undefined, file_url })).status).toBe(400);
		sandbox.faults.clear();
	});

	test('other machines are not called', async () => {
		const answer = await upload({ content: undefined, file_url: 'http://192.0.2.1/a.pdf' });
		expect(answer).toMatchObject({
			status: 400,
			json: { message: like(/^file_url:/) },
		});
	});
});

describe('Reading documents (interface.md 4.2)', () => {
	let id: string;
	beforeAll(async () => {
		id = (await upload({ title: 'Read me' })).id;
	});

	test.each(VERSIONS)('%s gives the metadata', async (version) => {
		const { status, json } = await send('GET', `/${version}/documents/${id}`);
		expect(status).toBe(200);
		expect(json).toMatchObject({ id, title: 'Read me', page_count: 3 });
	});

	test.each(VERSIONS)('%s gives the bytes for Accept: application/pdf', async (version) => {
		const headers = { ...(await bearer()), accept: 'application/pdf' };
		const response = await fetch(`${sandbox.address}/${version}/documents/${id}/content`, {
			headers,
		});
		expect(response.headers.get('content-type')).toBe('application/pdf');
		expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
	});

	test('gives Base64 for Accept: application/json', async () => {
		const { json } = await send('GET', `/v2/documents/${id}/content`, undefined, {
			accept: 'application/json',
		});
		expect(json).toEqual({
			content_type: 'application/pdf',
			content_size: pdf.length,
			content: pdf.toString('base64'),
		});
	});

	test.each(VERSIONS)('%s lists what the caller may read, as a bare array', async (version) => {
		const shared = (await upload({ title: 'Shared', read_access: ['ben@example.com'] })).id;
		const { list } = await asBen('GET', `/${version}/documents`);
		const ids = list.map((document) => document.id);
		expect(ids).toContain(shared);
		expect(ids).not.toContain(id);
	});

	test.each(['', '/content'])('an unknown id%s is 404', async (path) => {
		const answer = await send('GET', `/v2/documents/00000000-0000-4000-8000-000000000000${path}`);
		expect(answer.status).toBe(404);
	});

	test('bytes are stored encrypted, each document under a key of its own', async () => {
		const twin = (await upload()).id;
		const [one, two] = [sandbox.store.document(id), sandbox.store.document(twin)];
		expect(one?.content.bytes?.includes('%PDF')).toBe(false);
		expect(one?.content.key).toHaveLength(32);
		expect(one?.content.key.equals(two?.content.key ?? Buffer.alloc(0))).toBe(false);
	});

	async function bearer() {
		const { text } = await call(sandbox, 'POST', '/v2/access/login', {
			username: anna.username,
			'api-key': anna.apiKey,
		});
		return { authorization: `Bearer ${text}` };
	}
});

describe('Access to a document (interface.md 2.5)', () => {
	test.each([
		['no one else', {}, 403, 403],
		['a reader', { read_access: ['ben@example.com'] }, 200, 403],
		['a writer', { write_access: ['ben@example.com'] }, 200, 204],
	])('%s: reading and deleting', async (_title, lists, readStatus, deleteStatus) => {
		const { id } = await upload(lists);
		expect((await asBen('GET', `/v2/documents/${id}/content`)).status).toBe(readStatus);
		expect((await asBen('DELETE', `/v2/documents/${id}`)).status).toBe(deleteStatus);
	});

	test('nothing changes a stored document', async () => {
		const { id } = await upload();
		for (const method of ['PUT', 'PATCH', 'POST']) {
			expect((await send(method, `/v2/documents/${id}`, { title: 'New' })).status).toBe(404);
		}
		expect((await send('GET', `/v2/documents/${id}`)).json.title).toBe('Contract');
	});
});

describe('DELETE /documents/{id} (interface.md 4.2)', () => {
	test.each(VERSIONS)('%s removes the document', async (version) => {
		const { id } = await upload();
		expect((await send('DELETE', `/${version}/documents/${id}`)).status).toBe(204);
		expect((await send('GET', `/${version}/documents/${id}`)).status).toBe(404);
		expect((await send('DELETE', `/${version}/documents/${id}`)).status).toBe(404);
	});
});
