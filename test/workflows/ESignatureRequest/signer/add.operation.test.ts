import { startRecorded } from '../../../support/service/recorded';
import { EMPTY, signers, VERSIONS } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const additions = { method: 'POST', path: /\/signatures$/ };
const person = { firstName: 'Bob', lastName: 'Meier', mobileNumber: '+41790000000' };
const inV1 = { issuingCountry: 'ch', provider: 'swisscom_ra_app' };
const groups = [{ id: 'gr_sales', name: 'Sales', members: ['c@example.com', 'd@example.com'] }];

const signaturesIn = ({ sandbox }: Service, id: string) => sandbox.store.request(id)!.signatures;

describe('Signer: Add', () => {
	it.each(VERSIONS)('adds someone with an account with %s', async (apiVersion) => {
		const service = await startService();
		const { id } = await service.addRequest(apiVersion);
		const { outputs } = await service.request('signer', 'add', {
			apiVersion,
			requestId: byId(id),
			email: 'ann@example.com',
			language: 'fr',
			options: { order: 1 },
		});
		expect(outputs[0]![0]!.json).toMatchObject({
			id,
			progress: { total: 1, nextSigners: ['ann@example.com'] },
			signatures: [{ sequence: 1, signingLink: expect.any(String) as string }],
		});
		expect(signaturesIn(service, id)[0]).toMatchObject({
			kind: 'account',
			language: apiVersion === 'v1' ? undefined : 'fr',
		});
		const invited = service.sandbox.store.mails.filter(({ kind }) => kind === 'invitation');
		expect(invited).toHaveLength(apiVersion === 'v3' ? 0 : 1);
	});

	it.each([
		['v1', { ...person, ...inV1 }],
		['v2', { ...person, email: 'bob@example.com' }],
		['v3', { ...person, email: 'bob@example.com' }],
	])('adds someone without an account with %s', async (apiVersion, fields) => {
		const service = await startService();
		const { id } = await service.addRequest(apiVersion);
		const { outputs } = await service.request('signer', 'add', {
			apiVersion,
			requestId: byId(id),
			kind: 'noAccount',
			...fields,
		});
		expect(outputs[0]![0]!.json.progress).toMatchObject({ nextSigners: ['Bob Meier'] });
		expect(signaturesIn(service, id)[0]).toMatchObject({
			kind: 'identity',
			identity: {
				firstName: 'Bob',
				email: apiVersion === 'v1' ? undefined : 'bob@example.com',
				mobileNumber: '+41790000000',
			},
		});
	});

	it.each([
		['invites the account', ['bob@example.com'], 'account'],
		['falls back to the identity data', [], 'identity'],
	])('lets the service decide, which %s', async (_title, accounts, kind) => {
		const service = await startService({ accounts });
		const { id } = await service.addRequest();
		await service.request('signer', 'add', {
			requestId: byId(id),
			kind: 'both',
			email: 'bob@example.com',
			...person,
		});
		expect(signaturesIn(service, id)).toMatchObject([{ kind }]);
	});

	it('adds a group to a v3 request, for all its documents', async () => {
		const service = await startService({ groups });
		const documents = [await service.addDocument('A'), await service.addDocument('B')];
		const { id } = await service.addRequest('v3', {
			document_id: documents[0],
			documents: documents.map((one) => ({ id: one })),
		});
		const { outputs } = await service.request('signer', 'add', {
			apiVersion: 'v3',
			requestId: byId(id),
			kind: 'group',
			groupId: 'gr_sales',
		});
		expect(outputs[0]![0]!.json.progress).toMatchObject({ total: 2 });
		const [first] = signaturesIn(service, id);
		expect(first!.documents?.map(({ documentId }) => documentId)).toEqual(documents);
	});

	it('shows the signature where it was placed, on the documents that were chosen', async () => {
		const service = await startService();
		const documents = [await service.addDocument('A'), await service.addDocument('B')];
		const { id } = await service.addRequest('v3', {
			document_id: documents[0],
			documents: documents.map((one) => ({ id: one })),
		});
		const add = async (chosen: string) =>
			await service.request('signer', 'add', {
				apiVersion: 'v3',
				requestId: byId(id),
				email: 'ann@example.com',
				documents: chosen,
				placement: 'position',
				positions: { position: [{ pageNumber: 1, x: 10, y: 20, width: 100, height: 40 }] },
			});
		const { error } = await add('3');
		expect(error?.message).toMatch(/Documents to Sign names a document .* it has 2/);
		expect(service.sandbox.calls.count(additions)).toBe(0);

		await add('2');
		expect(signaturesIn(service, id)[0]!.documents).toMatchObject([
			{ documentId: documents[1], visual: { position: { page: '0', x: 10, y: 20 } } },
		]);
	});

	it('sends the reference and the wish for evidence of someone without an account', async () => {
		const service = await startRecorded();
		const { id } = await service.addRequest();
		await service.request('signer', 'add', {
			requestId: byId(id),
			kind: 'noAccount',
			...person,
			identityReference: 'customer 7',
			requireEvidence: true,
		});
		expect(service.changes).toMatchObject([
			{
				signer_identity_data: {
					identity_reference: 'customer 7',
					identification_require_evidence: true,
				},
			},
		]);
	});

	it.each([
		['no address', 'v2', { email: EMPTY }, /Email is empty/],
		['a bad address', 'v2', { email: 'ann' }, /Email "[^"]+" is not an email address/],
		['no one', 'v2', { kind: 'noAccount' }, /Email is empty, and so are name and mobile number/],
		['a language in words', 'v2', { email: 'a@example.com', language: 'French' }, /Language must/],
		[
			'a signature without height',
			'v2',
			{
				email: 'a@example.com',
				placement: 'position',
				positions: { position: [{ pageNumber: 1, x: 1, y: 1, width: 1, height: 0 }] },
			},
			/Positions, entry 1, Height must be 1 or more/,
		],
		[
			'an incomplete identity in v1',
			'v1',
			{ kind: 'noAccount', ...person, issuingCountry: EMPTY },
			/Issuing Country is empty/,
		],
		[
			'a long country code',
			'v1',
			{ kind: 'noAccount', ...person, ...inV1, issuingCountry: 'CHE' },
			/Issuing Country must be a country code of two letters/,
		],
		['no group', 'v3', { kind: 'group', groupId: EMPTY }, /Group ID is empty/],
		['a bad order', 'v2', { email: 'a@example.com', options: { order: 0 } }, /Signing Order must/],
	])('refuses %s before any call', async (_title, apiVersion, parameters, reason) => {
		const service = await startService();
		const { id } = await service.addRequest(apiVersion);
		service.sandbox.calls.clear();
		const { error } = await service.request('signer', 'add', {
			apiVersion,
			requestId: byId(id),
			...parameters,
		});
		expect(error?.message).toMatch(reason);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it('explains an order that does not fit the others', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', signers('ann@example.com'));
		const { error } = await service.request('signer', 'add', {
			requestId: byId(id),
			email: 'bob@example.com',
			options: { order: 2 },
		});
		expect(error?.description).toMatch(/must count from 1 without gaps/);
	});
});
