import { listIn, setScene, signers, VERSIONS, type Scene } from './scene.ts';
import { startFiles } from './files.ts';
import { like } from './client.ts';

let scene: Scene;
beforeAll(async () => {
	scene = await setScene({
		accounts: ['known@example.com'],
		groups: [{ id: 'gr_sales', name: 'Sales', members: ['s1@example.com', 's2@example.com'] }],
	});
});
afterAll(() => scene.close());

const identity = {
	provider: 'swisscom_ra_app',
	first_name: 'Ida',
	last_name: 'Muster',
	mobile_number: '+41790000000',
	issuing_country: 'CH',
};
const position = { x: 10, y: 20, width: 100, height: 40, page: '0' };

describe('Creating a request (interface.md 2.1 and 4.3)', () => {
	test.each([
		['v1', 'OPEN'],
		['v2', 'OPEN'],
		['v3', 'DRAFT'],
	])('%s answers the request, %s', async (version, status) => {
		const answer = await scene.create(version, {
			message: 'Please',
			read_access: ['r@example.com'],
			write_access: ['w@example.com'],
			cc_email_addresses: ['cc@example.com'],
			callback_success_url: 'http://127.0.0.1:9/ok',
			callback_error_url: 'http://127.0.0.1:9/no',
			callback_update_url: 'http://127.0.0.1:9/so',
			quality: 'AES',
			legislation: 'EIDAS',
			custom: 'deal-7',
		});
		expect(answer.status).toBe(200);
		expect(answer.json).toMatchObject({
			id: like(/^[0-9a-f-]{36}$/),
			title: 'Contract',
			message: 'Please',
			document_id: like(/^[0-9a-f-]{36}$/),
			signing_url: like(/^http:\/\/127\.0\.0\.1:\d+\/app\//),
			status_overall: status,
			signatures: [],
			owner: 'api_production_anna',
			read_access: ['r@example.com'],
			write_access: ['w@example.com'],
			cc_email_addresses: ['cc@example.com'],
			callback_success_url: 'http://127.0.0.1:9/ok',
			callback_error_url: 'http://127.0.0.1:9/no',
			callback_update_url: 'http://127.0.0.1:9/so',
			quality: 'AES',
			legislation: 'EIDAS',
			custom: 'deal-7',
			created_at: '2026-03-10T12:00:00.000Z',
			updated_at: '2026-03-10T12:00:00.000Z',
		});
	});

	test('demo keys make requests without legal weight', async () => {
		const { json } = await scene.asBen('POST', '/v2/signature-requests', {
			title: 'Demo',
			content: scene.content,
			quality: 'QES',
			legislation: 'ZERTES',
		});
		expect(json.quality).toBe('DEMO');
	});

	test.each(VERSIONS)('%s takes an uploaded document by its id', async (version) => {
		const document_id = await scene.upload();
		const answer = await scene.create(version, { content: undefined, document_id });
		expect(answer.json.document_id).toBe(document_id);
	});

	test('inline content becomes a document with the access lists of the request', async () => {
		const { json } = await scene.create('v2', { read_access: ['ben@example.com'] });
		const path = `/v2/documents/${String(json.document_id)}`;
		expect((await scene.asBen('GET', path)).json).toMatchObject({
			title: 'Contract',
			page_count: 2,
		});
	});

	test.each(['v1', 'v2'])('v1 and v2 take a document from an address', async (version) => {
		const files = await startFiles({ '/a.pdf': Buffer.from(scene.content, 'base64') });
		const answer = await scene.create(version, {
			content: undefined,
			file_url: `${files.address}/a.pdf`,
		});
		await files.close();
		expect(answer).toMatchObject({ status: 200, json: { status_overall: 'OPEN' } });
		const path = `/${version}/documents/${String(answer.json.document_id)}`;
		expect((await scene.send('GET', path)).json.page_count).toBe(2);
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
		['signers that are no list', 'v2', { signatures: {} }, 400, /^signatures:/],
		['a wrong access list', 'v2', { write_access: [7] }, 400, /^write_access\.0:/],
		['a copy to nobody', 'v2', { cc_email_addresses: ['x'] }, 400, /^cc_email_addresses\.0:/],
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

describe('Signers (interface.md 2.2)', () => {
	const only = async (version: string, signer: object) =>
		listIn(await scene.create(version, { signatures: [signer] }), 'signatures')[0];

	test.each([
		['v1', { signer_email_address: 'a@example.com' }, -1],
		['v1', { signer_email_address: 'a@example.com', order: 5 }, 5],
		['v2', { account_email: 'a@example.com' }, -1],
		['v2', { account_email: 'a@example.com', sequence: 1 }, 1],
		['v3', { account_email: 'a@example.com', sequence: 1 }, 1],
	])('%s takes %j', async (version, signer, order) => {
		expect(await only(version, signer)).toMatchObject({
			sid: like(/^[0-9a-f-]{36}$/),
			signer_email_address: 'a@example.com',
			order,
			sequence: order,
			status_code: 'OPEN',
		});
	});

	test('a signer without account has an opaque identifier, a name and an address of their own', async () => {
		const answer = await scene.create('v1', { signatures: [{ signer_identity_data: identity }] });
		const [signer] = listIn(answer, 'signatures');
		expect(signer).toMatchObject({
			signer_email_address: like(/^[0-9a-f-]{36}@/),
			signer_identity_data: { first_name: 'Ida', last_name: 'Muster' },
			signing_url: like(new RegExp(`^${String(answer.json.signing_url)}/.`)),
		});
		expect(signer).not.toHaveProperty('account_email');
	});

	test.each([
		['known@example.com', true],
		['KNOWN@example.com', true],
		['unknown@example.com', false],
	])('with both kinds of data, %s is invited by account: %s', async (email, byAccount) => {
		const signer = await only('v1', {
			signer_email_address: email,
			signer_identity_data: identity,
		});
		expect(signer?.signer_email_address === email).toBe(byAccount);
		expect(signer && 'signing_url' in signer).toBe(!byAccount);
	});

	test.each(Object.keys(identity))('v1 wants %s, v2 does not', async (member) => {
		const signer_identity_data = { ...identity, [member]: undefined };
		const refused = await scene.create('v1', { signatures: [{ signer_identity_data }] });
		expect(refused.json.message).toMatch(
			new RegExp(`^signatures.0.signer_identity_data.${member}:`),
		);
		expect((await scene.create('v2', { signatures: [{ signer_identity_data }] })).status).toBe(200);
	});

	test('two entries with equal data are two signers', async () => {
		const signer = { signer_identity_data: identity };
		const { id } = await scene.create('v2', { signatures: [signer, signer] });
		const sids = scene.sandbox.store.request(id)?.signatures.map((one) => one.id) ?? [];
		await scene.sandbox.people.sign(id, sids[0]);
		expect(scene.sandbox.store.request(id)?.status).toBe('OPEN');
		await scene.sandbox.people.sign(id, sids[1]);
		expect(scene.sandbox.store.request(id)?.status).toBe('SIGNED');
	});

	test.each<[string, string, object[], RegExp]>([
		['nobody', 'v2', [{}], /^signatures\.0\.account_email:/],
		['no e-mail address', 'v2', [{ account_email: 'x' }], /^signatures\.0\.account_email:/],
		[
			'half an order',
			'v2',
			[{ account_email: 'a@x.ch', sequence: 1.5 }],
			/^signatures\.0\.sequence:/,
		],
		['a sequence from 2', 'v2', [{ account_email: 'a@x.ch', sequence: 2 }], /sequence/],
		['a gap', 'v3', [1, 3].map((sequence) => ({ account_email: 'a@x.ch', sequence })), /sequence/],
		[
			'a sequence for some',
			'v2',
			[{ account_email: 'a@x.ch', sequence: 1 }, { account_email: 'b@x.ch' }],
			/sequence/,
		],
		['an unknown group', 'v3', [{ signer_group_id: 'gr_none' }], /^group:/],
		[
			'a country of three letters',
			'v1',
			[{ signer_identity_data: { ...identity, issuing_country: 'CHE' } }],
			/issuing_country/,
		],
		[
			'documents of another request',
			'v3',
			[{ account_email: 'a@x.ch', document_signatures: [{ document_id: 'x' }] }],
			/document_id/,
		],
	])('refuses %s in %s', async (_title, version, signatures, message) => {
		const answer = await scene.create(version, { signatures });
		expect(answer.status).toBe(400);
		expect(answer.json.message).toMatch(message);
	});

	test('v1 takes any order', async () => {
		const signatures = [7, 3].map((order) => ({ signer_email_address: 'a@example.com', order }));
		expect((await scene.create('v1', { signatures })).status).toBe(200);
	});

	test('a signer group stands for its members', async () => {
		const answer = await scene.create('v3', { signatures: [{ signer_group_id: 'gr_sales' }] });
		expect(listIn(answer, 'signatures')).toMatchObject([
			{ account_email: 's1@example.com', signer_group_id: 'gr_sales' },
			{ account_email: 's2@example.com', signer_group_id: 'gr_sales' },
		]);
	});
});

describe('Visual signatures (interface.md 2.3)', () => {
	test.each<[string, object]>([
		['a position', { position }],
		['several positions', { positions: [position, { ...position, page: '1' }] }],
		['an image', { position, image: { content_type: 'image/png', content: 'AAAA' } }],
	])('%s comes back as sent', async (_title, visual_signature) => {
		const signatures = [{ account_email: 'a@example.com', visual_signature }];
		const answer = await scene.create('v2', { signatures });
		expect(listIn(answer, 'signatures')[0]?.visual_signature).toEqual(visual_signature);
	});

	test.each<[string, object, RegExp]>([
		['a page as number', { position: { ...position, page: 0 } }, /position\.page:/],
		['a page that does not exist', { position: { ...position, page: '2' } }, /position\.page:/],
		['a width of nothing', { position: { ...position, width: 0 } }, /position\.width:/],
		['a position without x', { position: { ...position, x: undefined } }, /position\.x:/],
		['a field that does not exist', { form_field: 'here' }, /form_field:/],
		['a field and a position', { form_field: 'here', position }, /alternatives/],
	])('refuses %s', async (_title, visual_signature, message) => {
		const signatures = [{ account_email: 'a@example.com', visual_signature }];
		const answer = await scene.create('v2', { signatures });
		expect(answer).toMatchObject({ status: 400, json: { message: like(message) } });
	});
});

describe('Invitations (interface.md 3.1 and 6)', () => {
	const invited = (id: string) =>
		scene.sandbox.store.mails
			.filter(({ requestId, kind }) => requestId === id && kind === 'invitation')
			.map(({ to }) => to);

	test('v1 notifies in the signing order', async () => {
		const signatures = [
			{ signer_email_address: 'second@example.com', order: 2 },
			{ signer_email_address: 'first@example.com', order: 1 },
		];
		const { id } = await scene.create('v1', { signatures });
		expect(invited(id)).toEqual(['first@example.com']);
		await scene.sandbox.people.sign(id);
		expect(invited(id)).toEqual(['first@example.com', 'second@example.com']);
	});

	test('v1 notifies the next signer when the one before is removed', async () => {
		const signatures = ['first', 'second'].map((name, order) => ({
			signer_email_address: `${name}@example.com`,
			order,
		}));
		const answer = await scene.create('v1', { signatures });
		const first = String(listIn(answer, 'signatures')[0]?.sid);
		await scene.send('DELETE', `/v1/signature-requests/${answer.id}/signatures/${first}`);
		expect(invited(answer.id)).toEqual(['first@example.com', 'second@example.com']);
	});

	test('v2 notifies as soon as signers are added', async () => {
		const { id } = await scene.create('v2', {
			signatures: signers('a@example.com', 'b@example.com'),
		});
		expect(invited(id)).toEqual(['a@example.com', 'b@example.com']);
	});

	test('v3 sends nothing until the request is initiated', async () => {
		const { id } = await scene.create('v3', {
			signatures: signers('a@example.com', 'b@example.com'),
		});
		expect(invited(id)).toEqual([]);
		await scene.send('POST', `/v3/signature-requests/${id}/initiate`);
		expect(invited(id)).toEqual(['a@example.com', 'b@example.com']);
	});

	test('everybody gets the link to sign at, unless they are not to be notified', async () => {
		const answer = await scene.create('v2', {
			signatures: [
				{ account_email: 'a@example.com' },
				{ signer_identity_data: { first_name: 'Ida', email_address: 'ida@example.com' } },
				{ account_email: 'quiet@example.com', notify: false },
			],
		});
		const [, ida] = listIn(answer, 'signatures');
		expect(
			scene.sandbox.store.mails.filter(({ requestId }) => requestId === answer.id),
		).toMatchObject([
			{ to: 'a@example.com', link: answer.json.signing_url },
			{ to: 'ida@example.com', link: ida?.signing_url },
		]);
	});
});
