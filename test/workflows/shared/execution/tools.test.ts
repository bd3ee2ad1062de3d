/** Tools as n8n-core runs them for agents: every try of Retry On Fail has a run index of its own. */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../support/files/pdf';
import { retrying, UNKNOWN } from '../../../support/service/requestOperation';
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
		expect(answer!.error).toMatch(/^An earlier attempt has sent .+, and got no answer/);
		expect(answer!.error).toMatch(/It was not sent again/);
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
			/^Document: the service does not know this id \(status 404.*\)\. [^]*Check the id/,
		],
		[
			'a title that is missing',
			{ ...uploading, source: 'base64', content: file.content },
			/^Title is empty, .+\. Call the tool again with another value\./,
		],
	])('shows its model the field and what to do next: %s', async (_title, parameters, expected) => {
		const { error } = await callTool('eSignatureDocumentTool', parameters);
		expect(error).toMatch(expected);
		expect(error!.split('run again').length).toBeLessThanOrEqual(2);
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
