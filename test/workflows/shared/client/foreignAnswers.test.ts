import { smallPdf } from '../../../support/files/pdf';
import { signers, UNKNOWN } from '../../../support/service/requestOperation';
import { byId, startService, type Service } from '../../../support/service/service';

const items = [{ files: { data: { bytes: smallPdf, fileName: 'a.pdf' } } }];
const unknownFields = true as const;

/** Lets the service answer a call with something else. */
function answering({ sandbox }: Service, method: string, path: RegExp, body: unknown): void {
	sandbox.faults.add({ method, path, status: 200, body });
}

describe('documents with odd members', () => {
	const odd = {
		id: UNKNOWN,
		title: null,
		size: '1234',
		page_count: null,
		parent_id: null,
	};

	it('do not take the rest of a list along', async () => {
		const service = await startService();
		answering(service, 'GET', /\/documents$/, [odd, null, { title: 'no id' }, { id: 'b' }]);
		const { outputs } = await service.document('getMany', { simplify: false }, { unknownFields });
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual([UNKNOWN, 'b']);
	});

	it('do not fail an upload that has succeeded', async () => {
		const service = await startService();
		answering(service, 'POST', /\/documents$/, odd);
		const parameters = { source: 'binary', simplify: false };
		const { error, outputs } = await service.document('upload', parameters, {
			items,
			unknownFields,
		});
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toMatchObject({ id: UNKNOWN, size: 1234 });
	});

	it('are not taken for documents where there is no id at all', async () => {
		const service = await startService();
		answering(service, 'GET', /\/documents$/, [{ name: 'of another service' }]);
		const { error } = await service.document('getMany');
		expect(error?.message).toMatch(/^Skribble's answer can't be read/);
	});
});

it('requests with odd members can be read and listed', async () => {
	const service = await startService();
	const { id } = await service.addRequest('v2', signers('ann@example.com'));
	const whole = (await (await service.call(`/v2/signature-requests/${id}`)).json()) as object;
	const odd = {
		...whole,
		title: null,
		signing_url: 5,
		attachments: [null, { attachment_id: 'a', filename: null }],
		documents: {},
		signatures: [null, { sid: 's', account_email: null, sequence: '2', signer_identity_data: 'x' }],
	};
	answering(service, 'GET', /\/signature-requests\//, odd);
	answering(service, 'GET', /\/signature-requests$/, [odd, null, 7]);
	const run = { unknownFields };
	const one = await service.request(
		'request',
		'get',
		{ requestId: byId(id), simplify: false },
		run,
	);
	expect(one.error).toBeUndefined();
	expect(one.outputs[0]![0]!.json).toMatchObject({
		id,
		progress: { signed: 0, total: 1, nextSigners: ['s'] },
		attachments: [{ attachment_id: 'a' }],
	});
	const many = await service.request('request', 'getMany', { simplify: false }, run);
	expect(many.outputs[0]!.map(({ json }) => json.id)).toEqual([id]);
});

describe('a web page instead of a file', () => {
	const page = `<!DOCTYPE html><html><title>Log in</title>${'<p>x</p>'.repeat(500)}</html>`;
	const html = { status: 200, headers: { 'content-type': 'text/html' }, body: page };

	it.each([
		['nothing at all', { ...html, body: '' }],
		['a page that calls itself a PDF', { ...html, headers: { 'content-type': 'application/pdf' } }],
	])('is no PDF: %s', async (_title, fault) => {
		const service = await startService();
		const documentId = byId(await service.addDocument());
		service.sandbox.faults.add({ method: 'GET', path: /\/content$/, ...fault });
		const { error, outputs } = await service.document('download', { documentId });
		expect(error?.message).toMatch(/answered with something other than a PDF/);
		expect(error?.description).toMatch(/A proxy may have answered/);
		expect(outputs.flat()).toEqual([]);
	});
});

it('an observer of whom the service shows no address is offered by what it shows', async () => {
	const service = await startService();
	const body = [
		{ id: 'ob_1', type: 'USER', user_info: { id: 'usr_1', email: 'eve@example.com' } },
		{ id: 'ob_2', type: 'GROUP', group_info: { id: 'gr_1', name: 'Audit' } },
		{ id: 'ob_3', type: 'USER', user_info: { id: 'usr_3' } },
	];
	answering(service, 'GET', /observers$/, body);
	const { results } = await service.engine.search({
		type: 'eSignatureRequest',
		method: 'searchObservers',
		parameters: { resource: 'observer', operation: 'get', requestId: byId(UNKNOWN) },
	});
	expect(results.map(({ name }) => name)).toEqual(['eve@example.com', 'Audit', 'usr_3']);
});
