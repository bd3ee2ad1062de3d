/** An answer about another thing than the one that was asked for is no answer. */
import { smallPdf } from '../../support/files/pdf';
import { startWithRequest, UNKNOWN } from '../../support/service/requestOperation';
import { byId, startService, type Service } from '../../support/service/service';

const OTHER = '99999999-2222-4333-8444-555555555555';
const request = { requestId: byId(UNKNOWN) };
const document = { documentId: byId(UNKNOWN) };

type Run = (service: Service) => ReturnType<Service['request']>;
const onRequest =
	(resource: string, operation: string, parameters: object = {}): Run =>
	async (service) =>
		await service.request(resource, operation, { ...request, ...parameters });

const reads: Array<[string, Run, string | RegExp, (id: string) => unknown]> = [
	[
		'a request',
		onRequest('request', 'get'),
		`/v2/signature-requests/${UNKNOWN}`,
		(id) => ({ id, status_overall: 'SIGNED' }),
	],
	[
		'an observer',
		onRequest('observer', 'get', { observerId: byId(UNKNOWN) }),
		`/v3/signature-requests/${UNKNOWN}/observers/${UNKNOWN}`,
		(id) => ({ id, type: 'USER' }),
	],
	[
		'a callback log',
		onRequest('request', 'getCallbackLog'),
		`/v2/signature-requests/${UNKNOWN}/callbacks`,
		(id) => [{ signature_request_id: id, type: 'SUCCESS' }],
	],
	[
		'a report',
		onRequest('request', 'getReport', { format: 'json' }),
		`/v2/signature-requests/${UNKNOWN}/report`,
		(id) => ({ header: { signatureRequestID: id }, userList: [] }),
	],
	[
		'a document',
		async (service) => await service.document('get', document),
		`/v2/documents/${UNKNOWN}`,
		(id) => ({ id, title: 'Contract' }),
	],
	[
		'a validation result',
		async (service) =>
			await service.validation('getInfo', { validationId: UNKNOWN }, { unknownFields: true }),
		/\/infos\//,
		(id) => ({ id, indication: 'TOTAL_PASSED' }),
	],
];

it.each(reads)('%s of another id is not put out', async (_title, run, path, bodyOf) => {
	const service = await startService();
	service.sandbox.faults.add({ method: 'GET', path, status: 200, body: bodyOf(OTHER) });
	const { error, outputs } = await run(service);
	expect(error?.message).toMatch(/^Skribble's answer can't be read/);
	expect(outputs.flat()).toEqual([]);
});

it('a request whose id comes in capitals is the right one', async () => {
	const service = await startService();
	const [, run, path, bodyOf] = reads[0]!;
	const body = bodyOf(UNKNOWN.toUpperCase());
	service.sandbox.faults.add({ method: 'GET', path, status: 200, body });
	expect((await run(service)).error).toBeUndefined();
});

it('a download takes no name from another document', async () => {
	const service = await startService();
	const id = await service.addDocument();
	const path = `/v2/documents/${id}`;
	const body = { id: OTHER, title: 'Other' };
	service.sandbox.faults.add({ method: 'GET', path, status: 200, body });
	const { error } = await service.document('download', { documentId: byId(id) });
	expect(error?.message).toMatch(/^Skribble's answer can't be read/);
});

it('Send and Wait does not end with another request that is signed', async () => {
	const service = await startService();
	const other = { id: OTHER, status_overall: 'SIGNED', signatures: [] };
	const path = '/signature-requests/{id}';
	service.sandbox.faults.add({ method: 'GET', path, status: 200, body: other });
	const { run, error } = await service.request(
		'request',
		'sendAndWait',
		{ signerInput: 'json', signersJson: '[{"email": "ann@example.com"}]' },
		{ items: [{ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } }] },
	);
	expect(error).toBeUndefined();
	expect(run.status).toBe('waiting');
	const [waiting] = run.data.executionData!.nodeExecutionStack;
	const { id } = service.sandbox.store.requests[0]!;
	expect(waiting!.data.main![0]![0]!.json).toMatchObject({ requestId: id });
});

it('what a change answers with another request is read again', async () => {
	const { service, id } = await startWithRequest('v2');
	const body = { id: OTHER, status_overall: 'WITHDRAWN' };
	service.sandbox.faults.add({ method: 'POST', path: /\/withdraw$/, status: 200, body });
	const { outputs } = await service.request('request', 'withdraw', { requestId: byId(id) });
	expect(outputs[0]![0]!.json).toMatchObject({ id });
});
