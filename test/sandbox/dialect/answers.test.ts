import { createHash } from 'node:crypto';
import { startReceiver } from '../receiver.ts';
import { inOrder, listIn, requestPath, sceneForAll, setScene, signers } from '../scene.ts';
import type { Dialect } from '../../../sandbox/state/dialect.ts';

/** Answers as the public regions describe them (interface.md 10). */
const scene = sceneForAll({ dialect: 'public', accounts: ['cc@example.com'] });

const POSITION = { page: '0', x: 10, y: 20, width: 100, height: 40 };
const read = (version: string, id: string) => scene.send('GET', requestPath(version, id));
const addition = (filename = 'a.txt', type = 'text/plain', content = 'YQ==') => ({
	filename,
	content_type: type,
	content,
});

describe('The request', () => {
	test('a place is shown under both names', async () => {
		const created = await scene.create('v2', {
			signatures: [{ account_email: 'a@example.com', visual_signature: { position: POSITION } }],
		});
		expect(listIn(created, 'signatures')).toMatchObject([
			{ visual_signature: { position: POSITION, positions: [POSITION] } },
		]);
		expect(listIn(created, 'signatures')[0]).not.toHaveProperty('signer_email_address');
	});

	test.each(['v2', 'v3'])('%s shows all identity data, and more', async (version) => {
		const data = {
			...{ email_address: 'lee@example.com', first_name: 'Ann', last_name: 'Lee' },
			...{ mobile_number: '41791234567', language: 'it', identity_reference: 'HR-7' },
			identification_require_evidence: true,
		};
		const created = await scene.open(version, { signatures: [{ signer_identity_data: data }] });
		const shown = async () => listIn(await read(version, created.id), 'signatures')[0];
		expect(await shown()).toMatchObject({ signer_identity_data: data });
		await scene.sandbox.people.sign(created.id);
		expect(await shown()).toMatchObject({
			signer_identity_data: { evidence_id: expect.any(String) as string },
		});
	});

	test('v3 shows who is not open yet, and who no longer', async () => {
		const states = async (id: string) =>
			listIn(await read('v3', id), 'signatures').map(({ status_code: state }) => state);
		const { id } = await scene.create('v3', {
			signatures: inOrder('a@example.com', 'b@example.com'),
		});
		expect(await states(id)).toEqual(['DRAFT', 'DRAFT']);
		await scene.send('POST', requestPath('v3', id, '/initiate'));
		expect(await states(id)).toEqual(['OPEN', 'WAITING']);
		await scene.send('POST', requestPath('v3', id, '/withdraw'));
		expect(await states(id)).toEqual(['WITHDRAWN', 'WITHDRAWN']);
	});

	test.each([
		['version_id', (original: unknown, signed: unknown) => ({ id: original, version_id: signed })],
		['id', (original: unknown, signed: unknown) => ({ id: signed, version_id: original })],
	] as const)('a signed document can stand in %s', async (signedDocumentIn, expected) => {
		scene.sandbox.settings.signedDocumentIn = signedDocumentIn;
		const created = await scene.open('v3', {
			signatures: signers('a@example.com', 'b@example.com'),
		});
		const [document] = listIn(created, 'documents');
		expect(document).toMatchObject({ id: document?.version_id });
		await scene.sandbox.people.sign(created.id, 'a@example.com');
		const signed = scene.sandbox.store.request(created.id)?.documentIds[0];
		const after = await read('v3', created.id);
		expect(listIn(after, 'documents')).toMatchObject([expected(document?.id, signed)]);
		const { json } = await scene.send('GET', `/v3/documents/${signed}`);
		expect(json.parent_id).toBe(document?.id);
		// A signer who is added now can be given either of the two ids.
		const added = await scene.send('POST', requestPath('v3', created.id, '/signatures'), {
			account_email: 'c@example.com',
			document_signatures: [{ document_id: document?.id }],
		});
		expect(added.status).toBe(200);
		await scene.sandbox.people.sign(created.id, 'c@example.com');
		scene.sandbox.settings.signedDocumentIn = 'version_id';
	});
});

describe('Calls that change something', () => {
	test.each([
		...['text/plain', 'application/vnd.ms-excel.sheet.macroenabled.12'].map((type) => [type, 200]),
		['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 200],
		...['text/csv', 'application/json', 'application/xml', 'application/zip'].map((t) => [t, 400]),
		...['text/html', 'image/webp'].map((type) => [type, 400]),
	] as Array<[string, number]>)(
		'an attachment of type %s is answered with %d',
		async (type, is) => {
			const { id } = await scene.create('v2');
			const path = requestPath('v2', id, '/attachments');
			const { status, json } = await scene.send('POST', path, addition('a', type));
			const key = is === 400 ? 'file.attachment.unsupported' : undefined;
			expect({ status, key: json.key }).toEqual({ status: is, key });
		},
	);

	test('an attachment of more than 40 MB is refused', async () => {
		const { id } = await scene.create('v2');
		const content = Buffer.alloc(40_000_001).toString('base64');
		const path = requestPath('v2', id, '/attachments');
		const { status } = await scene.send('POST', path, addition('a', 'text/plain', content));
		expect(status).toBe(413);
	});
});

describe('Records', () => {
	test('no one is named by address and id at once', async () => {
		const { id } = await scene.create('v3');
		const both = { type: 'USER', email: 'eve@example.com', user_id: 'usr_1' };
		const answer = await scene.send('POST', requestPath('v3', id, '/observers'), both);
		expect(answer.status).toBe(400);
	});

	test('callbacks name the signature, and the log the request', async () => {
		const receiver = await startReceiver();
		const created = await scene.create('v2', {
			signatures: signers('a@example.com', 'b@example.com'),
			callback_update_url: `${receiver.address}/?r=SKRIBBLE_SIGNATURE_REQUEST_ID&s=SKRIBBLE_SIGNATURE_ID`,
			callback_success_url: `${receiver.address}/?s=SKRIBBLE_SIGNATURE_ID`,
		});
		const [first] = listIn(created, 'signatures');
		await scene.sandbox.people.sign(created.id, 'a@example.com');
		await scene.sandbox.people.sign(created.id, 'b@example.com');
		await scene.sandbox.settled();
		const { list } = await scene.send('GET', requestPath('v2', created.id, '/callbacks'));
		expect(list).toMatchObject([
			{
				signature_request_id: created.id,
				type: 'UPDATE',
				state: 'COMPLETED',
				url: `${receiver.address}/?r=${created.id}&s=${String(first?.sid)}`,
				owner: 'api_production_anna',
			},
			{ type: 'SUCCESS', url: `${receiver.address}/?s=SKRIBBLE_SIGNATURE_ID` },
		]);
		await receiver.close();
	});

	test('the audit report says which bytes each person signed', async () => {
		const { id } = await scene.create('v2', { signatures: signers('a@example.com') });
		await scene.sandbox.people.sign(id);
		const { json } = await scene.send('GET', requestPath('v2', id, '/report?type=JSON'));
		const documentId = String((await read('v2', id)).json.document_id);
		const { bytes } = await scene.send('GET', `/v2/documents/${documentId}/content`);
		const documentSha256 = createHash('sha256').update(bytes).digest('hex');
		const signing = { name: 'SIGN', documentId, documentSha256, documentSize: bytes.length };
		expect(json).toMatchObject({
			header: { signatureRequestID: id, status: 'SIGNED', signatureCountSigned: 1 },
			userList: [
				{ userActions: [{ name: 'CREATE', time: '2026-03-10T12:00:00.000Z' }] },
				{ email: 'a@example.com', userActions: [signing] },
			],
		});
	});
});

/** Two signatures, one under Swiss law and one under that of the EU, in one document. */
async function validated(dialect: Dialect) {
	const scene = await setScene({ dialect });
	let content = scene.content;
	for (const legislation of ['ZERTES', 'EIDAS']) {
		const { id } = await scene.create('v2', {
			content,
			quality: 'QES',
			legislation,
			signatures: signers('a@example.com'),
		});
		await scene.sandbox.people.sign(id, undefined, 'Ann Lee');
		const { json } = await scene.send('GET', `/v2/signature-requests/${id}`);
		const signed = await scene.send('GET', `/v2/documents/${String(json.document_id)}/content`);
		content = signed.bytes.toString('base64');
	}
	const path = '/validation/v1/validate/document?infos=signer';
	const { json } = await scene.send('POST', path, { content });
	const { list } = await scene.send('GET', `/validation/v1/infos/${String(json.id)}/signers`);
	await scene.close();
	return { json, signers: list };
}

test('the public regions write CH-EU, and return what a signature says of itself', async () => {
	const { json, signers: found } = await validated('public');
	expect(json).toMatchObject({ legislation: 'CH-EU', additionalInfos: { signer: found } });
	expect(found).toMatchObject([
		{ legislation: 'CH', optionalInfos: { name: 'Ann Lee' } },
		{ legislation: 'EU', optionalInfos: { name: 'Ann Lee' } },
	]);
});

test('the contract does neither', async () => {
	const { json, signers: found } = await validated('contract');
	expect(json.legislation).toBe('CH_EU');
	expect(found).toHaveLength(2);
	expect(found[0]).not.toHaveProperty('optionalInfos');
});

test.each<[Dialect, string]>([
	['contract', '202601'],
	['public', '20260130'],
])('credits of a day: %s answers the period %s', async (dialect, period) => {
	const scene = await setScene({ dialect });
	const path = '/validation/v1/billing/credits/invoiced?period=20260130';
	const { json } = await scene.send('GET', path);
	await scene.close();
	expect(json).toMatchObject({ period, requests: 0 });
});
