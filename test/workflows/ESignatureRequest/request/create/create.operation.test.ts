/** Create, beyond what a row of the matrix shows. */
import type { INodeParameters } from 'n8n-workflow';
import { pdfOfSize, smallPdf } from '../../../../support/files/pdf';
import { hintsOf } from '../../../../support/service/requestOperation';
import { byId, startService } from '../../../../support/service/service';

const ID = '11111111-2222-4333-8444-555555555555';
const pdfItem = () => ({ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } });
const signers = (...signer: INodeParameters[]) => ({ signers: { signer } });
const ann = { kind: 'email', email: 'ann@example.com' };
const bob = { kind: 'email', email: 'bob@example.com' };

it('sends several files and documents in v3 in the order in which they are named', async () => {
	const service = await startService();
	const third = await service.addDocument('Third');
	const file = (name: string) => ({ bytes: smallPdf, fileName: `${name}.pdf` });
	const { outputs, error } = await service.request(
		'request',
		'create',
		{
			apiVersion: 'v3',
			binaryPropertyName: 'contract, annex',
			...signers({ ...ann, documents: '1, 3' }),
			options: { moreDocumentIds: third },
		},
		{ items: [{ files: { annex: file('annex'), contract: file('contract') } }] },
	);
	expect(error).toBeUndefined();
	const ids = (outputs[0]![0]!.json.documents as Array<{ id: string }>).map(({ id }) => id);
	const { store } = service.sandbox;
	const titles = ids.map((id) => store.document(id)?.title);
	expect(titles).toEqual(['contract', 'annex', 'Third']);
	const [signature] = store.requests[0]!.signatures;
	expect(signature!.documents?.map(({ documentId }) => documentId)).toEqual([ids[0], third]);
});

it('streams a large file into the request, and meets a revoked token with one login', async () => {
	const service = await startService();
	await service.document('getMany');
	service.sandbox.store.revokeTokens();
	service.sandbox.calls.clear();
	const bytes = pdfOfSize(4 * 1024 * 1024 + 1);
	const { outputs, error } = await service.request('request', 'create', signers(ann), {
		items: [{ files: { data: { bytes, fileName: 'large.pdf' } } }],
	});
	expect(error).toBeUndefined();
	const [document] = outputs[0]![0]!.json.documents as Array<{ id: string }>;
	const { calls, store } = service.sandbox;
	expect(store.contentOf(store.document(document!.id)!).equals(bytes)).toBe(true);
	const [post, ...more] = calls.matching({ method: 'POST', path: '/signature-requests' });
	expect(more).toEqual([]);
	expect(post!.contentLength).toBe(post!.receivedBytes);
	expect(calls.count({ path: /\/access\/login$/ })).toBe(1);
});

it.each<[string, string, INodeParameters]>([
	['Create', 'create', { ...signers(ann), quality: 'DEMO' }],
	['Update', 'update', { requestId: byId(ID), changes: { quality: 'DEMO' } }],
])('%s refuses a demo with a key for production', async (_title, operation, parameters) => {
	const service = await startService({
		credential: { username: 'api_production_acme', apiKey: 'api_production_key' },
	});
	const run = { items: [pdfItem()] };
	const { error } = await service.request('request', operation, parameters, run);
	expect(error?.message).toMatch(/Signature Quality is DEMO, which needs a demo key/);
	expect(service.sandbox.calls.count()).toBe(0);
});

describe('the trigger on this n8n', () => {
	const create = async (parameters: INodeParameters, waitingBaseUrl: string) => {
		const service = await startService();
		const form = { callbacks: 'trigger', ...parameters, ...signers(ann) };
		const run = { items: [pdfItem()], waitingBaseUrl };
		const { error } = await service.request('request', 'create', form, run);
		return { error, url: String(service.sandbox.store.requests[0]?.callbackUrls.success) };
	};

	it.each([
		['the default Path', {}, '/n8n/webhook/e-signature?'],
		['another Path', { callbackPath: '/hr/contracts/' }, '/n8n/webhook/hr/contracts?'],
	])('is found by %s', async (_title, parameters, place) => {
		const { url } = await create(parameters, 'http://127.0.0.1:9/n8n/webhook-waiting');
		expect(url).toContain(`http://127.0.0.1:9${place}event=success&`);
	});

	it('cannot be found where the endpoints of n8n were renamed', async () => {
		const { error } = await create({}, 'https://n8n.acme.com/resume');
		expect(error?.message).toMatch(/^Callbacks can't be set/);
	});
});

describe('hints', () => {
	const hintsFor = async (parameters: INodeParameters, isDemo = false, items = [pdfItem()]) => {
		const username = isDemo ? 'api_demo_a' : 'api_production_a';
		const service = await startService({
			users: [{ username, apiKey: 'k-0123456789', validation: true }],
		});
		return hintsOf(await service.request('request', 'create', parameters, { items }));
	};
	const toTrigger = (callbackAddress: string) => ({
		...{ ...signers(ann), callbacks: 'triggerUrl', callbackAddress },
	});

	it.each<[string, INodeParameters, RegExp[]]>([
		['nothing to say', signers(ann, bob), []],
		['a signer twice', signers(ann, bob, ann), [/Signers 1 and 3 are the same person/]],
		[
			'a test address',
			toTrigger('https://n8n.acme.com/webhook-test/1'),
			[/only while the editor listens/],
		],
		['an address of this machine', toTrigger('http://127.0.0.1:5678/webhook/1'), []],
	])('on %s', async (_title, parameters, expected) => {
		const hints = await hintsFor(parameters);
		expect(hints).toEqual(expected.map((hint) => expect.stringMatching(hint) as string));
	});

	it('on a demo key, once for many items', async () => {
		const hints = await hintsFor(signers(ann), true, [pdfItem(), pdfItem()]);
		expect(hints.filter((hint) => hint.includes('no legal weight'))).toHaveLength(1);
	});
});
