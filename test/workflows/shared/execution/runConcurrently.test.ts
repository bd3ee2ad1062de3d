import { smallPdf } from '../../../support/files/pdf';
import { startProxy } from '../../../support/service/proxy';
import { addObserver } from '../../../support/service/observers';
import { hintsOf, signers, UNKNOWN } from '../../../support/service/requestOperation';
import { byId, startService, type Service } from '../../../support/service/service';

/** Of an account that has just begun. */
const AT_ONCE = 16;
const uploads = { method: 'POST', path: '/v2/documents' };
const isUpload = ({ method, path }: { method: string; path: string }) =>
	method === uploads.method && path === uploads.path;
const files = (amount: number) =>
	Array.from({ length: amount }, (_, index) => ({
		files: { data: { bytes: smallPdf, fileName: `${index}.pdf` } },
	}));
const fromBinary = { source: 'binary' };
const uploadNode = (itemsAtOnce?: number) => ({
	type: 'eSignatureDocument',
	parameters: {
		resource: 'document',
		operation: 'upload',
		...fromBinary,
		options: itemsAtOnce === undefined ? {} : { itemsAtOnce },
	},
});

/** A service that keeps uploads waiting until the test releases them. */
async function startHeld() {
	const proxy = await startProxy({ holds: isUpload });
	proxies.add(proxy);
	const service = await startService({ credential: { signingAddress: proxy.address } });
	proxy.forwardTo(service.sandbox.address);
	return { ...service, proxy };
}

const proxies = new Set<{ close: () => void }>();
afterEach(() => {
	for (const proxy of proxies) proxy.close();
	proxies.clear();
});

const taken = (service: Service) =>
	service.sandbox.calls.matching(uploads).filter(({ status }) => status === 200).length;

describe('items of an operation that acts', () => {
	it('are under way together, and come out in order, each with its own input', async () => {
		const { engine, proxy } = await startHeld();
		const { finished } = engine.start({ ...uploadNode(), items: files(AT_ONCE) });
		await proxy.reached(AT_ONCE);
		proxy.release();
		const { outputs } = await finished;
		expect(outputs[0]!.map(({ json, pairedItem }) => [json.title, pairedItem])).toEqual(
			files(AT_ONCE).map((_, index) => [String(index), { item: index }]),
		);
	});

	it('wait for each other where they change the same request', async () => {
		const service = await startService();
		const requests = [await service.addRequest('v3'), await service.addRequest('v3')];
		const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`);
		const items = emails.flatMap((email) => requests.map(({ id }) => ({ json: { id, email } })));
		const adds = { method: 'POST', path: `/v3/signature-requests/${requests[0]!.id}/observers` };
		service.sandbox.faults.add({ ...adds, delayMs: 20 });
		const { outputs, error } = await service.request(
			'observer',
			'add',
			{
				requestId: byId('={{ $json.id }}'),
				kind: 'email',
				email: '={{ $json.email }}',
			},
			{ items },
		);
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(8);
		expect(service.sandbox.calls.count(adds)).toBe(4);
		expect(service.sandbox.calls.peak(adds)).toBe(1);
		expect(service.sandbox.calls.peak({ ...adds, path: /\/observers$/ })).toBe(2);
	});
});

describe('when one of them fails', () => {
	it('nothing new is sent, and the error names what was done, with its id', async () => {
		const service = await startService();
		const items = files(6);
		items[2]!.files.data.bytes = Buffer.from('no PDF');
		const { error } = await service.document(
			'upload',
			{ ...fromBinary, options: { itemsAtOnce: 1 } },
			{ items },
		);
		const done = service.sandbox.store.documents;
		expect(error?.message).toMatch(/isn't a PDF/);
		const ids = [...done.values()].map(({ id }) => id);
		expect(ids).toHaveLength(2);
		expect(error?.description).toContain(
			`Stopped at item 3 (2.pdf). Already uploaded: item 1 (0.pdf → id ${ids[0]}) and item 2 (1.pdf → id ${ids[1]}). Remove them before you run the workflow again.`,
		);
		expect(error?.description).toContain("This item wasn't sent.");
		expect(error?.description).not.toContain('Nothing was sent');
	});

	it('others that may have been done are named too', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...uploads, reset: 'after' });
		const { error } = await service.document('upload', fromBinary, { items: files(2) });
		expect(error?.description).toMatch(
			/Stopped at item 1 \(0\.pdf\)\.\nFailed too: item 2 \(1\.pdf\)\. Skribble didn't answer: .+ whether the document is there/,
		);
	});

	it('a workflow that goes on gets every output with its input, also several of one item', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		const observers = [
			await addObserver(service, id),
			await addObserver(service, id, { type: 'USER', email: 'bob@example.com' }),
		];
		const { outputs } = await service.request(
			'observer',
			'getMany',
			{ requestId: byId('={{ $json.id }}') },
			{
				items: [{ json: { id: UNKNOWN } }, { json: { id } }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(outputs[0]).toMatchObject([
			{ json: { details: { status: 404 } }, pairedItem: { item: 0 } },
			...observers.map((one) => ({ json: { id: one }, pairedItem: { item: 1 } })),
		]);
	});
});

it.each<[string, [string, string], RegExp]>([
	[
		'by its file',
		['attachment', 'add'],
		/Stopped at item 2\. Already added: item 1 \(0\.pdf → id \S+\)\. Remove it before/,
	],
	[
		'by its request',
		['request', 'remind'],
		/Stopped at item 2\. Already reminded: item 1 \(id [0-9a-f-]{36}\)\. Remove it before/,
	],
])('what was done to a request before a failure is named %s', async (_title, operation, words) => {
	const service = await startService();
	const { id } = await service.addRequest('v2', signers('ann@example.com'));
	const { error } = await service.request(
		...operation,
		{ requestId: byId('={{ $json.id }}'), options: { itemsAtOnce: 1 } },
		{ items: [{ json: { id }, ...files(1)[0]! }, { json: { id: 'no id' } }] },
	);
	expect(error?.description).toMatch(words);
	expect(error?.description).not.toMatch(/Nothing was/);
});

it('a service that takes less gets every item once, however often it refuses some among many, and the output says so', async () => {
	const service = await startService();
	service.sandbox.faults.add({
		...uploads,
		status: 429,
		headers: { 'retry-after': '0' },
		// Not five times the first round of 11: a call that is refused so often while no other succeeds is given up.
		times: 42,
	});
	const result = await service.document('upload', fromBinary, { items: files(30) });
	expect(result.error).toBeUndefined();
	expect(result.outputs[0]!.map(({ json }) => json.title)).toEqual(
		files(30).map((_, index) => String(index)),
	);
	expect(taken(service)).toBe(30);
	expect(hintsOf(result)).toEqual([
		expect.stringMatching(/^30 items took 72 calls\. Skribble refused 42 of them/),
	]);
});
