import { UNKNOWN } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

/** As the public regions describe their answers; the sandbox of the contract answers otherwise. */
const observers = [
	{
		id: 'ob_1',
		type: 'USER',
		invited_at: '2026-06-01T08:00:00Z',
		invited_by: 'api_demo_x',
		user_info: { id: 'usr_1', email: 'eve@example.com' },
	},
	{
		id: 'ob_2',
		type: 'GROUP',
		invited_at: '2026-06-01T08:00:00Z',
		invited_by: 'api_demo_x',
		group_info: { id: 'gr_1', name: 'Audit', version_id: 'v1' },
	},
	{ id: 'ob_3', type: 'USER', user_info: { id: 'usr_3' } },
];

const callbacks = [
	{
		signature_request_id: UNKNOWN,
		type: 'START_SIGN',
		state: 'RESIGNATED',
		url: 'https://n8n.example.com/x?event=error&proof=abc',
		attempts: 13,
		messages: ['404 Not Found'],
		created_at: '2026-06-01T08:00:00Z',
		updated_at: '2026-06-01T10:00:00Z',
		owner: 'api_demo_x',
		read_access: [],
		write_access: ['ann@example.com'],
	},
];

const report = {
	header: {
		signatureRequestID: UNKNOWN,
		title: 'Contract',
		status: 'SIGNED',
		signatureCount: 2,
		signatureCountSigned: 2,
		attachmentNames: null,
	},
	userList: [
		{
			id: 'usr_1',
			firstname: 'Ann',
			lastname: null,
			email: 'ann@example.com',
			userActions: [
				{
					name: 'SIGNED',
					time: '2026-06-01T08:00:00Z',
					quality: 'QES',
					documentPageCount: 3,
					documents: [{ documentId: UNKNOWN, documentSha256: 'ab' }],
					signersAdded: null,
					newSignatureIds: ['s1'],
				},
			],
		},
	],
	error: null,
};

const validationSigners = [
	{
		valid: true,
		signer: 'Ann',
		time: '2026-06-01T08:00:00Z',
		quality: 'QES',
		legislation: 'CH-EU',
		longTermValidation: true,
		visualDifferences: false,
		undefinedChanges: false,
		certificate: { subject: 'Ann', issuer: 'CA', serialNumber: '1' },
		optionalInfos: { name: 'Ann', contact: null, location: 'Zürich', reason: null },
	},
];

const document = {
	id: UNKNOWN,
	title: 'Contract',
	content_type: 'application/pdf',
	size: 100,
	page_count: 1,
	signature_fields: [
		{
			name: 'sig',
			signed: false,
			positions: [{ page: '0', x: 1, y: 2, width: 3, height: 4, rotation: 90 }],
		},
	],
};

const request = { requestId: byId(UNKNOWN) };

it.each([
	['observers', ['observer', 'getMany', request], /observers$/, observers],
	[
		'an observer',
		['observer', 'get', { ...request, observerId: byId('ob_1') }],
		/ob_1$/,
		observers[0],
	],
	['the callback log', ['request', 'getCallbackLog', request], /callbacks$/, callbacks],
	[
		'the report',
		['request', 'getReport', { ...request, format: 'json' }],
		/report$/,
		// Which of several it is about stands at the top, as in every output about a request.
		{ ...report, id: UNKNOWN },
	],
] as const)('%s of the public regions come out as they are', async (_title, run, path, body) => {
	const service = await startService();
	service.sandbox.faults.add({ method: 'GET', path, status: 200, body });
	const [resource, operation, parameters] = run;
	const { error, outputs } = await service.request(resource, operation, { ...parameters });
	expect(error).toBeUndefined();
	const expected = JSON.parse(JSON.stringify([body].flat()).replace('abc', 'hidden')) as unknown;
	expect(outputs[0]!.map(({ json }) => json)).toEqual(expected);
});

it('an observer without an address is offered by id', async () => {
	const service = await startService();
	service.sandbox.faults.add({ method: 'GET', path: /observers$/, status: 200, body: observers });
	const { results } = await service.engine.search({
		type: 'eSignatureRequest',
		method: 'searchObservers',
		parameters: { resource: 'observer', operation: 'get', ...request },
	});
	expect(results.map(({ name }) => name)).toEqual(['eve@example.com', 'Audit', 'usr_3']);
});

it('signers of a validation keep their optional data', async () => {
	const service = await startService();
	const body = validationSigners;
	service.sandbox.faults.add({ method: 'GET', path: /\/signers$/, status: 200, body });
	const { error, outputs } = await service.validation('getSigners', { validationId: UNKNOWN });
	expect(error).toBeUndefined();
	expect(outputs[0]!.map(({ json }) => json)).toEqual(body);
});

it('a document shows its signature fields with their places', async () => {
	const service = await startService();
	service.sandbox.faults.add({ method: 'GET', path: /\/documents\//, status: 200, body: document });
	const { outputs } = await service.document('get', { documentId: byId(UNKNOWN), simplify: false });
	expect(outputs[0]![0]!.json).toEqual(document);
});
