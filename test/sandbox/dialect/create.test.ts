import { listIn, sceneForAll, UNKNOWN } from '../scene.ts';

/** Creating and adding as the public regions describe it (interface.md 10). */
const scene = sceneForAll({ dialect: 'public', accounts: ['cc@example.com'] });

const POSITION = { page: '0', x: 10, y: 20, width: 100, height: 40 };
const PNG = { content_type: 'image/png', content: 'iVBORw0KGgo=' };
const JPEG = { content_type: 'image/jpeg', content: '/9j/4AAQ' };
const who = { account_email: 'a@example.com' };

describe('Signers of version 3 are closed', () => {
	test.each([
		['language', { ...who, language: 'de' }],
		['visual_signature', { ...who, visual_signature: { positions: [POSITION] } }],
		['sid', { ...who, sid: UNKNOWN }],
		['signer_email_address', { ...who, signer_email_address: 'a@example.com' }],
		['order', { ...who, order: 1 }],
	])('%s is refused', async (member, signer) => {
		const created = await scene.create('v3', { signatures: [signer] });
		expect(created.status).toBe(400);
		expect(created.json.message).toContain(`"${member}"`);
		const { id } = await scene.create('v3');
		const path = `/v3/signature-requests/${id}/signatures`;
		expect((await scene.send('POST', path, signer)).status).toBe(400);
	});

	test('a group and a person in one entry are refused', async () => {
		const signer = { ...who, signer_group_id: 'gr_sandbox' };
		expect((await scene.create('v3', { signatures: [signer] })).status).toBe(400);
	});
});

describe('Visual signatures of the public regions', () => {
	const ofV3 = async (visual: object) => {
		const id = await scene.upload();
		const signer = { ...who, document_signatures: [{ document_id: id, visual_signature: visual }] };
		return await scene.create('v3', { documents: [{ id }], signatures: [signer] });
	};
	const ofV2 = (visual: object) =>
		scene.create('v2', { signatures: [{ ...who, visual_signature: visual }] });

	test.each<[string, (visual: object) => ReturnType<typeof ofV3>, object, number]>([
		['v3 positions', ofV3, { positions: [POSITION] }, 200],
		['v3 positions with a PNG', ofV3, { positions: [POSITION], image: PNG }, 200],
		['v3 position', ofV3, { position: POSITION }, 400],
		['v3 both', ofV3, { position: POSITION, positions: [POSITION] }, 400],
		['v3 a list and a field', ofV3, { positions: [POSITION], form_field: 'f' }, 400],
		['v3 none', ofV3, {}, 400],
		['v3 an image without a place', ofV3, { image: PNG }, 400],
		['v3 JPEG', ofV3, { positions: [POSITION], image: JPEG }, 400],
		['v2 position', ofV2, { position: POSITION }, 200],
		['v2 positions', ofV2, { positions: [POSITION] }, 200],
		['v2 both', ofV2, { position: POSITION, positions: [POSITION] }, 400],
		['v2 none', ofV2, {}, 400],
		['v2 JPEG', ofV2, { position: POSITION, image: JPEG }, 400],
	])('%s', async (_title, create, visual, status) => {
		expect((await create(visual)).status).toBe(status);
	});

	test('null says nothing about the place', async () => {
		const id = await scene.upload();
		const document = { document_id: id, visual_signature: null };
		const signer = { ...who, document_signatures: [document] };
		const created = await scene.create('v3', { documents: [{ id }], signatures: [signer] });
		expect(listIn(created, 'signatures')).toMatchObject([{ document_signatures: [document] }]);
	});
});

describe('What is not described is lost without an error', () => {
	test('v3: cc_email_addresses and document_id', async () => {
		const [named, other] = [await scene.upload(), await scene.upload()];
		const { status, json } = await scene.create('v3', {
			documents: [{ id: named }],
			document_id: other,
			cc_email_addresses: ['unknown@example.com'],
		});
		expect(status).toBe(200);
		expect(json.documents).toMatchObject([{ id: named }]);
		expect(json).not.toHaveProperty('cc_email_addresses');
		expect(scene.sandbox.store.request(String(json.id))).toMatchObject({
			documentIds: [named],
			ccEmailAddresses: [],
		});
	});

	test('v3 wants its documents under their name', async () => {
		const answer = await scene.send('POST', '/v3/signature-requests', {
			title: 'Contract',
			document_id: await scene.upload(),
		});
		expect(answer.json).toMatchObject({ status: 400, message: 'documents: is required.' });
	});

	test.each(['v2', 'v3'])('%s: read_access on create, though an update knows it', async (v) => {
		const created = await scene.create(v, { read_access: ['ben@example.com'] });
		expect(created.status).toBe(200);
		expect((await scene.asBen('GET', `/${v}/signature-requests/${created.id}`)).status).toBe(403);
		const updated = await scene.send('PUT', `/${v}/signature-requests`, {
			id: created.id,
			read_access: ['ben@example.com'],
		});
		expect(updated.json.read_access).toContain('ben@example.com');
		expect((await scene.asBen('GET', `/${v}/signature-requests/${created.id}`)).status).toBe(200);
	});

	test('v2: the names of version 1', async () => {
		const signer = { ...who, signer_email_address: 'other@example.com', order: 7 };
		const created = await scene.create('v2', { signatures: [signer] });
		expect(listIn(created, 'signatures')).toMatchObject([{ ...who, sequence: -1 }]);
	});
});

test.each([
	['v2', { cc_email_addresses: ['cc@example.com'] }, 200],
	['v2', { cc_email_addresses: ['unknown@example.com'] }, 400],
	['v2', { write_access: ['ben@example.com'] }, 200],
	['v2', { write_access: ['unknown@example.com'] }, 400],
	['v3', { write_access: ['unknown@example.com'] }, 400],
])('Who is named has an account %s %j', async (version, members, status) => {
	expect((await scene.create(version, members)).status).toBe(status);
});

test.each(['v2', 'v3'])('%s: null stands for nothing where it is described', async (version) => {
	const nothing = { signatures: null, write_access: null, creator: null, attach_on_success: null };
	expect((await scene.create(version, nothing)).status).toBe(200);
	expect((await scene.create(version, { message: null })).status).toBe(400);
});
