import { like, newPdf } from '../client.ts';
import { startFiles } from '../files.ts';
import { sceneForAll, UNKNOWN, VERSIONS } from '../scene.ts';

const scene = sceneForAll({ maxDocumentBytes: 100_000 });

let pdf: Buffer;
beforeAll(async () => {
	pdf = await newPdf({ pages: 3, width: 300, height: 400.4 });
});

const upload = (more: object = {}, version = 'v2') =>
	scene.send('POST', `/${version}/documents`, {
		...{ title: 'Contract', content: pdf.toString('base64') },
		...more,
	});

describe('POST /documents (interface.md 2.5 and 4.2)', () => {
	test.each(VERSIONS)('%s stores a document and answers its facts', async (version) => {
		const { json } = await upload({ content_type: 'application/pdf', colour: 'red' }, version);
		const time = like(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
		expect(json).toEqual({
			...{ id: like(/^[0-9a-f-]{36}$/), parent_id: null, title: 'Contract' },
			...{ content_type: 'application/pdf', size: pdf.length },
			...{ page_count: 3, page_width: 300, page_height: 400, signature_fields: [] },
			...{ owner: 'api_production_anna', read_access: [], write_access: [] },
			...{ created_at: time, updated_at: time },
		});
	});

	test.each<[string, object, number, RegExp, string?]>([
		['no title', { title: undefined }, 400, /^title:/],
		['a title of blanks', { title: ' ' }, 400, /^title:/],
		['no document', { content: undefined }, 400, /^content:/],
		['content and file_url', { file_url: 'http://127.0.0.1/a.pdf' }, 400, /^content:/],
		['a number as content', { content: 7 }, 400, /^content:/],
		['URL-safe Base64', { content: '_-8=' }, 400, /^content:/],
		['a data: prefix', { content: 'data:application/pdf;base64,JVBERi0=' }, 400, /^content:/],
		['Base64 that is cut off', { content: 'JVBERi0' }, 400, /^content:/],
		['padding in the middle', { content: 'JV==Ri0=' }, 400, /^content:/],
		['a text', { content: btoa('Dear all') }, 400, /^content:/, 'file.pdf.invalid'],
		['no objects', { content: btoa('%PDF-1.7\n%%EOF') }, 400, /^content:/, 'file.pdf.invalid'],
		['another type', { content_type: 'text/plain' }, 415, /^content_type:/],
		['no real address', { content: undefined, file_url: 'x' }, 400, /^file_url:/],
		['another machine', { content: undefined, file_url: 'http://192.0.2.1/' }, 400, /^file_url:/],
		['a wrong access list', { read_access: 'ben' }, 400, /^read_access:/],
		['too many bytes', { content: 'A'.repeat(133_340) }, 413, /^content: 100005 bytes/],
		['a body beyond the limit and its envelope', { content: 'A'.repeat(1_400_000) }, 413, /./],
	])('refuses %s', async (...[, more, status, message, key]) => {
		const answer = await upload(more);
		expect(answer).toMatchObject({ status, json: { message: like(message) } });
		expect(answer.json.key).toBe(key);
	});
});

describe('file_url (interface.md 2.5)', () => {
	let files: Awaited<ReturnType<typeof startFiles>>;
	beforeAll(async () => {
		files = await startFiles({
			'/a.pdf': { type: 'application/pdf; charset=binary', bytes: pdf },
			'/text': { type: 'text/plain', bytes: pdf },
			'/big': Buffer.alloc(100_001),
		});
	});
	afterAll(() => files.close());

	const from = (file_url: string, more = {}) => upload({ content: undefined, file_url, ...more });

	test('is downloaded and stored, by its own type whatever the caller says', async () => {
		const { id } = await from(`${files.address}/a.pdf`, { content_type: 'text/plain' });
		const { bytes } = await scene.send('GET', `/v2/documents/${id}/content`);
		expect(bytes.equals(pdf)).toBe(true);
	});

	test.each([
		['/missing', 400],
		['/text', 415],
		['/big', 413],
	])('%s is refused with %i', async (path, status) => {
		expect((await from(files.address + path)).status).toBe(status);
	});

	test('redirects are not followed', async () => {
		const { address, faults } = scene.sandbox;
		faults.add({ path: '/management/health', redirectTo: `${files.address}/a.pdf` });
		expect((await from(`${address}/management/health`)).status).toBe(400);
		faults.clear();
	});
});

describe('Reading and deleting (interface.md 2.5 and 4.2)', () => {
	test.each(VERSIONS)(
		'%s gives metadata, bytes and Base64 until it is deleted',
		async (version) => {
			const { id } = await upload({ title: 'Read me' }, version);
			const path = `/${version}/documents/${id}`;
			const content = async (accept: string) =>
				await scene.send('GET', `${path}/content`, undefined, { accept });
			expect((await scene.send('GET', path)).json).toMatchObject({ id, title: 'Read me' });
			const file = await content('application/pdf');
			expect(file.headers.get('content-type')).toBe('application/pdf');
			expect(file.bytes.equals(pdf)).toBe(true);
			const { json } = await content('application/json');
			const encoded = { content_size: pdf.length, content: pdf.toString('base64') };
			expect(json).toEqual({ content_type: 'application/pdf', ...encoded });

			expect((await scene.send('DELETE', path)).status).toBe(204);
			for (const [method, end] of ['GET ', 'GET /content', 'DELETE '].map((one) =>
				one.split(' '),
			)) {
				expect((await scene.send(method!, path + end)).status).toBe(404);
			}
		},
	);

	test.each(VERSIONS)('%s lists what the caller may read, as a bare array', async (version) => {
		const { id: shared } = await upload({ read_access: ['ben@example.com'] });
		const { id: hidden } = await upload();
		const { list } = await scene.asBen('GET', `/${version}/documents`);
		const ids = list.map(({ id }) => id);
		expect(ids).toContain(shared);
		expect(ids).not.toContain(hidden);
	});

	test.each([
		['no one else', {}, 403, 403],
		['a reader', { read_access: ['ben@example.com'] }, 200, 403],
		['a writer', { write_access: ['ben@example.com'] }, 200, 204],
	])('%s: reading and deleting', async (_title, lists, readStatus, deleteStatus) => {
		const { id } = await upload(lists);
		expect((await scene.asBen('GET', `/v2/documents/${id}/content`)).status).toBe(readStatus);
		expect((await scene.asBen('DELETE', `/v2/documents/${id}`)).status).toBe(deleteStatus);
	});

	test('nothing changes a stored document, and an unknown one is 404', async () => {
		const { id } = await upload();
		for (const method of ['PUT', 'PATCH', 'POST']) {
			const answer = await scene.send(method, `/v2/documents/${id}`, { title: 'New' });
			expect(answer.status).toBe(404);
		}
		expect((await scene.send('GET', `/v2/documents/${id}`)).json.title).toBe('Contract');
		expect((await scene.send('GET', `/v2/documents/${UNKNOWN}`)).status).toBe(404);
	});

	test('bytes are stored encrypted, each document with a separate key', async () => {
		const { store } = scene.sandbox;
		const [one, two] = [store.document((await upload()).id), store.document((await upload()).id)];
		expect(one?.content.bytes?.includes('%PDF')).toBe(false);
		expect(one?.content.key).toHaveLength(32);
		expect(one?.content.key.equals(two!.content.key)).toBe(false);
	});
});
