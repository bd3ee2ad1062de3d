import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../../support/files/pdf';
import { startPdfHost } from '../../../../support/files/pdfHost';
import { startRecorded } from '../../../../support/service/recorded';
import { byId, startService } from '../../../../support/service/service';
import { expectOnTheWire } from '../../../../support/service/wire';

const pdfItem = (fileName = 'Contract.pdf') => ({ files: { data: { bytes: smallPdf, fileName } } });
const files = (...names: string[]) => ({
	files: Object.fromEntries(
		names.map((name) => [name, { bytes: smallPdf, fileName: `${name}.pdf` }]),
	),
});
const signers = (...signer: INodeParameters[]) => ({ signers: { signer } });
const ann = { kind: 'account', email: 'ann@example.com' };
const bob = { kind: 'account', email: 'bob@example.com' };
const identityV1 = {
	firstName: 'Cleo',
	lastName: 'Frey',
	mobileNumber: '+41791234567',
	issuingCountry: 'ch',
};

describe('Create', () => {
	it.each([
		['v1', 'OPEN', { signer_email_address: 'ann@example.com' }],
		['v2', 'OPEN', { account_email: 'ann@example.com' }],
		['v3', 'OPEN', { account_email: 'ann@example.com' }],
	] as const)('sends one file to one signer with %s', async (apiVersion, status, signature) => {
		const service = await startRecorded();
		const { outputs, error } = await service.request(
			'request',
			'create',
			{ apiVersion, ...signers(ann) },
			{ items: [pdfItem()] },
		);
		expect(error).toBeUndefined();
		const { json } = outputs[0]![0]!;
		expect(json).toMatchObject({
			title: 'Contract.pdf',
			status: status,
			progress: { signed: 0, total: 1, nextSigners: ['ann@example.com'] },
		});
		expect(service.sent).toHaveLength(1);
		expect(service.sent[0]!.signatures).toMatchObject([signature]);
		expectOnTheWire(apiVersion, service.sent[0]!);
	});

	it.each(['v1', 'v2', 'v3'] as const)('takes signers in order with %s', async (apiVersion) => {
		const service = await startRecorded();
		const inOrder = async (signingOrder: string, orders: number[] = []) => {
			const people = [ann, bob].map((one, at) => ({ ...one, order: orders[at] ?? 1 }));
			const parameters = { apiVersion, signingOrder, ...signers(...people) };
			await service.request('request', 'create', parameters, { items: [pdfItem()] });
			const body = service.sent.at(-1)!;
			expectOnTheWire(apiVersion, body);
			return body.signatures!.map(({ order, sequence }) => sequence ?? order);
		};
		expect(await inOrder('any')).toEqual([undefined, undefined]);
		expect(await inOrder('listed')).toEqual([1, 2]);
		expect(await inOrder('numbered', [30, 20])).toEqual([2, 1]);
		expect(await inOrder('numbered', [5, 5])).toEqual([1, 1]);
	});

	it.each(['v1', 'v2', 'v3'] as const)('invites people without account with %s', async (v) => {
		const service = await startRecorded({ accounts: ['bob@example.com'] });
		const { outputs, error } = await service.request(
			'request',
			'create',
			{
				apiVersion: v,
				...signers(
					{ kind: 'noAccount', ...identityV1 },
					{ kind: 'both', email: 'bob@example.com', ...identityV1 },
					{ kind: 'both', email: 'dan@example.com', ...identityV1 },
				),
			},
			{ items: [pdfItem()] },
		);
		expect(error).toBeUndefined();
		expectOnTheWire(v, service.sent[0]!);
		const { signatures } = outputs[0]![0]!.json as {
			signatures: Array<{ name: string; signingLink: string }>;
		};
		expect(signatures.map(({ name }) => name)).toEqual([
			'Cleo Frey',
			'bob@example.com',
			'Cleo Frey',
		]);
		expect(new Set(signatures.map(({ signingLink }) => signingLink)).size).toBe(3);
	});

	it.each(['v1', 'v2', 'v3'] as const)('takes a request with no signers with %s', async (v) => {
		const service = await startRecorded();
		const { outputs } = await service.request(
			'request',
			'create',
			{ apiVersion: v, signerInput: 'none', options: { writeAccess: 'ann@example.com' } },
			{ items: [pdfItem()] },
		);
		expect(outputs[0]![0]!.json).toMatchObject({
			status: 'OPEN',
			progress: { signed: 0, total: 0, nextSigners: [] },
		});
		expectOnTheWire(v, service.sent[0]!);
		expect(service.sent[0]).not.toHaveProperty('signatures');
	});

	it.each(['v1', 'v2', 'v3'] as const)('takes the document from everywhere with %s', async (v) => {
		const host = await startPdfHost();
		const service = await startRecorded();
		const id = await service.addDocument();
		const picked =
			v === 'v3'
				? { documentIds: { document: [{ documentId: byId(id) }] } }
				: { documentId: byId(id) };
		const sources: INodeParameters[] = [
			{ source: 'document', title: 'Picked', ...picked },
			{ source: 'base64', title: 'Text', content: smallPdf.toString('base64') },
			{ source: 'url', title: '', fileUrl: `${host.address}/offer%20a.pdf` },
		];
		for (const source of sources) {
			const parameters = { apiVersion: v, ...signers(ann), ...source };
			const { error } = await service.request('request', 'create', parameters);
			expect(error).toBeUndefined();
			expectOnTheWire(v, service.sent.at(-1)!);
		}
		await host.close();
		expect(service.sent.map(({ title }) => title)).toEqual(['Picked', 'Text', 'offer a.pdf']);
		expect(service.sent[0]!.document_id).toBe(id);
	});

	it('takes signers as JSON, also from an expression', async () => {
		const service = await startRecorded();
		const create = async (signersJson: string) =>
			await service.request(
				'request',
				'create',
				{ signerInput: 'json', signersJson },
				{
					items: [{ ...pdfItem(), json: { people: [{ email: 'ann@example.com', order: 3 }] } }],
				},
			);
		await create('[{"email": "ann@example.com", "order": 3}]');
		await create('={{ $json.people }}');
		expect(service.sent).toHaveLength(2);
		expect(service.sent[0]!.signatures).toEqual(service.sent[1]!.signatures);
		expect(service.sent[0]!.signatures).toMatchObject([{ sequence: 1 }]);
	});

	it('sends everything else that the form has', async () => {
		const service = await startRecorded({
			beyondTheWire: ['body.brand_new'],
			users: [{ username: 'api_production_a', apiKey: 'api_production_key_77', validation: true }],
		});
		const { outputs, error } = await service.request(
			'request',
			'create',
			{
				title: 'Lease',
				message: 'Please sign',
				quality: 'QES',
				legislation: 'EIDAS',
				simplify: false,
				...signers({
					...ann,
					language: 'de',
					notify: false,
					placement: 'position',
					positions: { position: [{ pageNumber: 1, x: 10, y: 20, width: 100, height: 40 }] },
				}),
				options: {
					readAccess: 'r@example.com',
					writeAccess: 'w@example.com; x@example.com',
					ccEmailAddresses: 'cc@example.com',
					custom: 'order 7',
					creator: 'boss@example.com',
					attachOnSuccess: ['SIGNED_DOCUMENT'],
					otherFields: '{"brand_new": true}',
				},
			},
			{ items: [pdfItem()] },
		);
		expect(error).toBeUndefined();
		const { brand_new: isNew, ...body } = service.sent[0]!;
		expect(isNew).toBe(true);
		expectOnTheWire('v2', body);
		expect(outputs[0]![0]!.json).toMatchObject({
			title: 'Lease',
			message: 'Please sign',
			quality: 'QES',
			legislation: 'EIDAS',
			read_access: ['r@example.com'],
			write_access: ['w@example.com', 'x@example.com'],
			cc_email_addresses: ['cc@example.com'],
			custom: 'order 7',
			attach_on_success: ['SIGNED_DOCUMENT'],
		});
	});

	it('sends three documents to groups and people in v3, and starts it', async () => {
		const groups = [{ id: 'gr_board', name: 'Board', members: ['a@x.ch', 'b@x.ch'] }];
		const service = await startRecorded({ groups });
		const third = await service.addDocument('Third');
		// At noon it is the same day in the workflow's time zone.
		const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
		const inAMonth = `${day}T12:00:00.000Z`;
		const { outputs, error } = await service.request(
			'request',
			'create',
			{
				apiVersion: 'v3',
				title: 'Merger',
				binaryPropertyName: 'contract, annex',
				signingOrder: 'listed',
				...signers(
					{ kind: 'group', groupId: 'gr_board' },
					{
						...ann,
						documents: '1, 3',
						placement: 'position',
						positions: {
							position: [{ pageNumber: 1, x: 1, y: 1, width: 9, height: 9, document: 3 }],
						},
					},
				),
				options: { moreDocumentIds: third, expiresAt: inAMonth },
			},
			{ items: [files('contract', 'annex')] },
		);
		expect(error).toBeUndefined();
		expectOnTheWire('v3', service.sent[0]!);
		// They go side by side, so that either may be there first.
		const titles = service.uploads.map(({ title }) => title);
		expect(titles).toEqual(expect.arrayContaining(['contract.pdf', 'annex.pdf']));
		expect(titles).toHaveLength(2);
		const { json } = outputs[0]![0]!;
		expect(json).toMatchObject({
			status: 'OPEN',
			progress: { signed: 0, total: 3, nextSigners: ['a@x.ch', 'b@x.ch'] },
			expires_at: day,
		});
		const ids = (json.documents as Array<{ id: string }>).map(({ id }) => id);
		const { documents } = service.sandbox.store;
		const titleOf = (id: string) => documents.find((document) => document.id === id)?.title;
		expect(ids.map(titleOf)).toEqual(['contract.pdf', 'annex.pdf', 'Third']);
		expect(ids[2]).toBe(third);
		expect(service.sent[0]!.signatures![1]!.document_signatures).toMatchObject([
			{ document_id: ids[0] },
			{ document_id: third, visual_signature: { position: { page: '0' } } },
		]);
	});

	it('leaves a draft in v3 if Send at Once is off', async () => {
		const service = await startRecorded();
		const parameters = { apiVersion: 'v3', initiate: false, ...signers(ann) };
		const { outputs } = await service.request('request', 'create', parameters, {
			items: [pdfItem()],
		});
		expect(outputs[0]![0]!.json.status).toBe('DRAFT');
		expect(service.sandbox.calls.count({ path: /initiate$/ })).toBe(0);
	});

	it('creates one request for each item, in order and paired', async () => {
		const service = await startService();
		const items = ['a', 'b', 'c'].map((name) => pdfItem(`${name}.pdf`));
		const { outputs } = await service.request('request', 'create', signers(ann), { items });
		expect(outputs[0]!.map(({ json, pairedItem }) => [json.title, pairedItem])).toEqual([
			['a.pdf', { item: 0 }],
			['b.pdf', { item: 1 }],
			['c.pdf', { item: 2 }],
		]);
	});
});

it.each([{}, { signersJson: '={{ $json.signers }}' }, { signersJson: '={{ "[]" }}' }])(
	'Create for an agent who names no signers (%j) sends nothing',
	async (parameters) => {
		const service = await startRecorded();
		const form = { documentId: byId(await service.addDocument()), title: 'Contract' };
		service.sandbox.calls.clear();
		const { error } = await service.request(
			'request',
			'create',
			{ ...form, ...parameters },
			{ asTool: true },
		);
		expect(error?.message).toMatch(/^Signers \(JSON\) (is empty|has no entry)/);
		expect(service.sandbox.calls.count()).toBe(0);
	},
);

it('Create for an agent begins with a document and signers as JSON', async () => {
	const service = await startRecorded();
	const id = await service.addDocument('Contract.pdf');
	const { outputs, error } = await service.request(
		'request',
		'create',
		{ documentId: byId(id), title: 'Contract', signersJson: '[{ "email": "ann@example.com" }]' },
		{ asTool: true },
	);
	expect(error).toBeUndefined();
	expect(outputs[0]![0]!.json).toMatchObject({ title: 'Contract', status: 'OPEN' });
	expect(service.sent[0]).toMatchObject({
		document_id: id,
		signatures: [{ account_email: 'ann@example.com' }],
	});
});
