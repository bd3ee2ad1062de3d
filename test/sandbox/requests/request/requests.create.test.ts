import { like } from '../../client.ts';
import { sceneForAll, VERSIONS } from '../../scene.ts';

const scene = sceneForAll();

const position = { x: 10, y: 20, width: 100, height: 40, page: '0' };

describe('Creating a request (interface.md 2.1 and 4.3)', () => {
	test('demo keys make requests without legal weight', async () => {
		const { json } = await scene.asBen('POST', '/v2/signature-requests', {
			title: 'Demo',
			content: scene.content,
			quality: 'QES',
			legislation: 'ZERTES',
		});
		expect(json.quality).toBe('DEMO');
	});

	test('inline content becomes a document with the access lists of the request', async () => {
		const { json } = await scene.create('v2', { read_access: ['ben@example.com'] });
		const path = `/v2/documents/${String(json.document_id)}`;
		const document = { title: 'Contract', page_count: 2 };
		expect((await scene.asBen('GET', path)).json).toMatchObject(document);
	});

	test('v3 holds up to 50 documents, in order', async () => {
		const ids = await Promise.all(Array.from({ length: 50 }, () => scene.upload()));
		const documents = ids.map((id) => ({ id }));
		const { json } = await scene.create('v3', { document_id: ids[0], documents });
		expect(json.documents).toEqual(ids.map((id) => ({ id, name: 'A', version_id: id })));
		expect(json.document_id).toBe(ids[0]);
		const more = await scene.create('v3', {
			documents: [...documents, { id: await scene.upload() }],
		});
		expect(more).toMatchObject({ status: 400, json: { message: like(/^documents:/) } });
		// One more under the other name.
		const other = await scene.create('v3', { documents });
		expect(other).toMatchObject({ status: 400, json: { message: like(/^documents:/) } });
	});

	test.each(VERSIONS)('%s: the person named as the creator owns it too', async (version) => {
		const own = await scene.create(version, { creator: 'ben@example.com' });
		const foreign = await scene.create(version, { creator: 'carl@example.com' });
		const as = (method: string, { id }: { id: string }) =>
			scene.asBen(method, `/${version}/signature-requests/${id}`);
		expect((await as('GET', own)).status).toBe(200);
		expect((await as('GET', foreign)).status).toBe(403);
		expect((await as('DELETE', own)).status).toBe(204);
	});

	test.each<[string, string, object, number, RegExp]>([
		['no title', 'v2', { title: undefined }, 400, /^title:/],
		['no document', 'v2', { content: undefined }, 400, /^content:/],
		['no document', 'v3', { document_id: undefined }, 400, /^document_id:/],
		['inline content', 'v3', { content: 'JVBERi0=' }, 400, /^content: v3/],
		['an address', 'v3', { file_url: 'http://127.0.0.1:9/a.pdf' }, 400, /^content: v3/],
		['content and address', 'v1', { file_url: 'http://127.0.0.1:9/a.pdf' }, 400, /^content:/],
		['content and document', 'v2', { document_id: 'x' }, 400, /^document_id:/],
		['an unknown document', 'v3', { document_id: 'x' }, 404, /document/],
		['an unknown quality', 'v2', { quality: 'BEST' }, 400, /^quality:/],
		['QES without legislation', 'v2', { quality: 'QES' }, 400, /^legislation:/],
		['AES_MINIMAL without legislation', 'v3', { quality: 'AES_MINIMAL' }, 400, /^legislation:/],
		['an unknown legislation', 'v1', { legislation: 'MARS' }, 400, /^legislation:/],
		[
			'a callback that is no address',
			'v2',
			{ callback_error_url: 'x' },
			400,
			/^callback_error_url:/,
		],
		['a callback by ftp', 'v2', { callback_update_url: 'ftp://x/' }, 400, /^callback_update_url:/],
		['no address', 'v1', { signatures: [{ signer_email_address: 'x' }] }, 400, /Invalid email/],
		['no address', 'v3', { signatures: [{ signer_email_address: 'x' }] }, 400, /Invalid email/],
		['signers that are no list', 'v2', { signatures: {} }, 400, /^signatures:/],
		['a wrong access list', 'v2', { write_access: [7] }, 400, /^write_access\.0:/],
		['a copy to no one', 'v2', { cc_email_addresses: ['x'] }, 400, /^cc_email_addresses\.0:/],
		['a date that is none', 'v3', { expires_at: 'soon' }, 400, /^expires_at:/],
	])('refuses %s in %s', async (_title, version, more, status, message) => {
		const before = scene.sandbox.store.requests.length;
		const answer = await scene.create(version, more);
		expect(answer.status).toBe(status);
		expect(answer.json.message).toMatch(message);
		expect(scene.sandbox.store.requests).toHaveLength(before);
	});

	test('a request that is refused leaves no document behind', async () => {
		const before = scene.sandbox.store.documents.length;
		const visual_signature = { position: { ...position, page: '2' } };
		const answer = await scene.create('v2', {
			signatures: [{ account_email: 'a@example.com', visual_signature }],
		});
		expect(answer.status).toBe(400);
		expect(scene.sandbox.store.documents).toHaveLength(before);
	});
});
