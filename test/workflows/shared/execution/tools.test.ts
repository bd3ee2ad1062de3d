/** Tools as n8n-core runs them for agents: every try of Retry On Fail has a run index of its own. */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../support/files/pdf';
import { retrying, UNKNOWN } from '../../../support/service/requestOperation';
import { serve } from '../../../support/service/serve';
import { expectNoSecret } from '../../../support/service/secrets';
import { byId, secretsOf, startService, type Service } from '../../../support/service/service';

interface Tool {
	type: string;
	/** What must arrive once. */
	path: RegExp;
	parameters: (service: Service) => Promise<INodeParameters>;
	/** What the model fills in. */
	call: IDataObject;
	other: IDataObject;
}

const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
const create = (apiVersion: string, more: INodeParameters = {}): Tool => ({
	type: 'eSignatureRequestTool',
	path: /\/signature-requests$/,
	parameters: async (service) => ({
		resource: 'request',
		operation: 'create',
		source: 'document',
		apiVersion,
		...(apiVersion === 'v3'
			? { documentIds: { document: [{ documentId: byId(await service.addDocument()) }] } }
			: { documentId: byId(await service.addDocument()) }),
		title: fromModel('title'),
		signersJson: '[{ "email": "ann@example.com" }]',
		...more,
	}),
	call: { title: 'Contract' },
	other: { title: 'Another' },
});
const file = { source: 'base64', content: smallPdf.toString('base64'), title: fromModel('title') };
const ofFile = (type: string, parameters: INodeParameters, path: RegExp): Tool => ({
	type,
	path,
	parameters: async () => await Promise.resolve({ ...file, ...parameters }),
	call: { title: 'Contract' },
	other: { title: 'Another' },
});
const sealing = { resource: 'seal', operation: 'seal', apiVersion: 'v2' };
const uploading = { resource: 'document', operation: 'upload' };

const tools: Record<string, Tool> = {
	Create: create('v2'),
	Seal: ofFile('eSignatureSealTool', sealing, /\/seal$/),
	Upload: ofFile('eSignatureDocumentTool', uploading, /\/documents$/),
};
/** n8n evaluates it for each try. */
const withNewTime = create('v3', {
	options: { expiresAt: '={{ $now.plus(7, "days").toISO() }}' },
});

async function start({ type, path, parameters, call, other }: Tool) {
	const service = await startService();
	const given = await parameters(service);
	const place = { method: 'POST', path };
	service.sandbox.calls.clear();
	return {
		faults: service.sandbox.faults,
		place,
		arrived: () => service.sandbox.calls.count(place),
		/** In one execution. */
		callTool: async (calls: IDataObject[], settings: Partial<INode> = retrying) => {
			const node = { type, parameters: given, settings };
			const result = await service.engine.callTool(node, calls);
			expectNoSecret(result, secretsOf(service.engine));
			return result.answers;
		},
		call,
		other,
	};
}

it.each(Object.entries({ ...tools, 'Create with a time that is new in every try': withNewTime }))(
	'%s as a tool is sent once when its answer is lost, however often n8n tries',
	async (_name, tool) => {
		const { faults, place, arrived, callTool, call } = await start(tool);
		faults.add({ ...place, reset: 'after' });
		const [answer] = await callTool([call]);
		expect(answer!.error).toMatch(/^An earlier attempt sent .+, but got no answer/);
		expect(answer!.error).toMatch(/It wasn't sent again/);
		expect(arrived()).toBe(1);
	},
);

describe('A call of a tool that fails after something was done', () => {
	const partly: Record<string, { tool: Tool; fails: { method: string; path: RegExp } }> = {
		'a seal that cannot be downloaded': {
			tool: ofFile('eSignatureSealTool', { ...sealing, download: true }, /\/seal$/),
			fails: { method: 'GET', path: /\/content$/ },
		},
		'a draft that cannot be initiated': {
			tool: create('v3'),
			fails: { method: 'POST', path: /\/initiate$/ },
		},
	};

	it.each(Object.keys(partly))('is finished by the next try: %s', async (name) => {
		const { tool, fails } = partly[name]!;
		const { faults, arrived, callTool, call } = await start(tool);
		faults.add({ ...fails, status: 403, body: 'no', times: 1 });
		const [answer] = await callTool([call]);
		expect(answer).toEqual({ answer: expect.any(String) as string });
		expect(arrived()).toBe(1);
	});
});

describe.each([2, 3] as const)('An agent of version %s', (version) => {
	const callTool = async (type: string, parameters: INodeParameters, call: IDataObject = {}) => {
		const service = await startService();
		const node = { type, parameters, agentVersion: version };
		const { answers } = await service.engine.callTool(node, [call]);
		return { service, ...answers[0] };
	};

	it.each([
		[
			'a document that is not there',
			{ resource: 'document', operation: 'get', documentId: byId(UNKNOWN) },
			/^Document: Skribble doesn't find this ID \(status 404.*\)\. [^]*Check the ID/,
		],
		[
			'a title that is missing',
			{ ...uploading, source: 'base64', content: file.content },
			/^Title is empty, .+ Call the tool again with another value in Title\./,
		],
	])('shows its model the field and what to do next: %s', async (_title, parameters, expected) => {
		const { error } = await callTool('eSignatureDocumentTool', parameters);
		expect(error).toMatch(expected);
		expect(error!.split(' again').length).toBeLessThanOrEqual(2);
	});

	it('sends the text and the signers that its model writes, from an untouched form', async () => {
		const parameters = { resource: 'request', operation: 'create', source: 'text' };
		const signers = [{ email: 'ann@example.com' }, { email: 'bob@example.com' }];
		const call = { title: 'Offer', text: 'I agree.', signers };
		const { service, answer } = await callTool('eSignatureRequestTool', parameters, call);
		expect(answer).toMatch(/Offer/);
		expect(service.sandbox.store.requests[0]!.signatures).toMatchObject([
			{ email: 'ann@example.com' },
			{ email: 'bob@example.com' },
		]);
	});

	it('uploads from a URL unless the form says otherwise', async () => {
		const parameters = { ...uploading, fileUrl: fromModel('url'), title: 'Offer' };
		const call = { url: 'https://files.example.com/offer.pdf' };
		const { service } = await callTool('eSignatureDocumentTool', parameters, call);
		expect(service.wire.map(({ body }) => body)).toContainEqual(
			expect.objectContaining({ file_url: call.url }),
		);
	});
});

describe('What a model reads', () => {
	const start = async () => {
		const service = await startService({ dialect: 'public' });
		const callTool = async (resource: string, operation: string, call: IDataObject) => {
			const node = { document: 'Document', validation: 'Validation' }[resource] ?? 'Request';
			const run = { type: `eSignature${node}Tool`, parameters: { resource, operation } };
			const { answers } = await service.engine.callTool({ ...run, agentVersion: 3 }, [call]);
			const { answer = 'null', error } = answers[0]!;
			return { error, result: JSON.parse(answer) as IDataObject };
		};
		return { service, callTool };
	};
	const people = {
		signatures: ['ann@example.com', 'bob@example.com'].map((account_email) => ({ account_email })),
	};

	it.each<[string, IDataObject, RegExp]>([
		['no signers', { signers: [] }, /^Signers.* is empty/],
		['another quality', { quality: 'HIGH' }, /^Signature Quality.*AES.*QES, SES/],
		['an address without https', { document: 'http://example.com/a.pdf' }, /https:\/\//],
		['a day in the past', { expiresAt: '2020-01-01' }, /Expires On .*today or a later day/],
	])('of %s names what to correct, and nothing is sent', async (_title, wrong, expected) => {
		const { service, callTool } = await start();
		const signers = [{ email: 'ann@example.com' }];
		const right = { document: 'I agree.', title: 'Offer', signers };
		const { error } = await callTool('request', 'create', { ...right, ...wrong });
		expect(error).toMatch(expected);
		expect([...service.sandbox.store.newestRequests()]).toEqual([]);
	});

	it('of a file is that it stays in Skribble', async () => {
		const { service, callTool } = await start();
		const documentId = await service.addDocument();
		const { result } = await callTool('document', 'download', { documentId });
		const note = expect.stringMatching(/don't get this file/) as string;
		const files = [{ mimeType: 'application/pdf', note }];
		expect(result).toMatchObject({ id: documentId, files });
	});

	it('of a page or a validation report is its text', async () => {
		const { service, callTool } = await start();
		const { id } = await service.addRequest('v2', people);
		const report = await callTool('request', 'getReport', { requestId: id, format: 'html' });
		expect(JSON.stringify(report.result.files)).toMatch(/<html/);
		await service.sandbox.people.sign(id, 'ann@example.com');
		await service.sandbox.people.sign(id, 'bob@example.com');
		const [document] = service.sandbox.store.request(id)!.documentIds;
		const validated = await callTool('validation', 'validate', { document });
		const found = { validationId: validated.result.id };
		const etsi = await callTool('validation', 'getEtsiReport', found);
		expect(JSON.stringify(etsi.result.files)).toMatch(/<\?xml|ValidationReport/);
	});

	it('after something was removed is what is left', async () => {
		const { service, callTool } = await start();
		const { id: requestId } = await service.addRequest('v2', people);
		const adding = (document: string) =>
			callTool('attachment', 'add', { requestId, document, fileName: `${document}.txt` });
		const { result: one } = await adding('Rules');
		const { result: other } = await adding('Prices');
		const known = await callTool('request', 'get', { requestId });
		expect(known.result).toMatchObject({ attachments: [one, other] });
		const call = { requestId, attachmentId: one.attachment_id };
		const { result } = await callTool('attachment', 'remove', call);
		expect(result).toMatchObject({ deleted: true, id: requestId, attachments: [other] });
	});

	it('of an attachment from a URL is its name', async () => {
		const { service, callTool } = await start();
		const { id: requestId } = await service.addRequest('v2', people);
		const address = await serve((_request, response) => {
			response.setHeader('content-type', 'application/pdf');
			response.end(smallPdf);
		});
		const call = { requestId, document: `${address}/terms.pdf`, fileName: '' };
		const { result } = await callTool('attachment', 'add', call);
		expect(result).toMatchObject({ filename: 'terms.pdf' });
	});
});
