import type { INodeParameters, IRun } from 'n8n-workflow';
import { pdfOfSize, smallPdf } from '../../../../support/files/pdf';
import { startAlteredService } from '../../../../support/service/alteredService';
import { startService, type Service } from '../../../../support/service/service';
import type { InputItem, NodeRun } from '../../../../support/engine/engine';

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const TRIGGER = 'http://127.0.0.1:5678/webhook/0b9e4a6f/e-signature';
const lists = { method: 'GET', path: '/signature-requests' };

const signers = (...emails: string[]) => ({
	signerInput: 'json',
	signersJson: JSON.stringify(emails.map((email) => ({ email }))),
});

const toTrigger = {
	callbacks: 'triggerUrl',
	callbackAddress: TRIGGER,
	callbackEvents: ['success', 'error'],
};

const itemWith = (bytes: Buffer, json = {}): InputItem => ({
	json,
	files: { data: { bytes, fileName: 'Contract.pdf' } },
});

async function run(
	service: Service,
	operation: 'create' | 'sendAndWait',
	parameters: INodeParameters,
	retryOf?: IRun,
	items: InputItem[] = [itemWith(smallPdf)],
) {
	const form: INodeParameters = { apiVersion: 'v2', ...signers(ANN), ...parameters };
	return await service.request('request', operation, form, { items, retryOf });
}

const requestsOf = ({ sandbox }: Service) => sandbox.store.requests;
const statesOf = (service: Service) => requestsOf(service).map(({ status }) => status);

describe.each([
	['v3', 'contract'],
	['v2', 'public'],
] as const)('an execution that was killed and is tried again (%s, %s)', (apiVersion, dialect) => {
	it('goes on with the request that its first attempt has sent', async () => {
		const service = await startService({ dialect });
		const form = { apiVersion, ...toTrigger };
		const { run: killed } = await run(service, 'create', form);
		const again = await run(service, 'create', form, killed);
		expect(again.error).toBeUndefined();
		expect(requestsOf(service)).toHaveLength(1);
		expect(again.outputs[0]![0]!.json).toMatchObject({
			id: requestsOf(service)[0]!.id,
			status: 'OPEN',
		});
	});

	it('waits for the request that its first attempt has sent, and is the one that is called', async () => {
		const service = await startService({ dialect });
		const { run: killed } = await run(service, 'sendAndWait', { apiVersion });
		const again = await run(service, 'sendAndWait', { apiVersion }, killed);
		expect(again.error).toBeUndefined();
		expect(again.run.status).toBe('waiting');
		const [request, ...more] = requestsOf(service);
		expect(more).toEqual([]);
		const places = Object.values(request!.callbackUrls).map((url) => new URL(url).pathname);
		expect(new Set(places)).toEqual(new Set(['/webhook-waiting/2/2-signed']));
		expect(request!.signatures).toHaveLength(1);
	});
});

it('a draft that was not started yet is started', async () => {
	const service = await startService();
	const form = { apiVersion: 'v3', ...toTrigger };
	const { run: killed } = await run(service, 'create', { ...form, initiate: false });
	const again = await run(service, 'create', { ...form, initiate: true }, killed);
	expect(again.error).toBeUndefined();
	expect(requestsOf(service)).toMatchObject([{ status: 'OPEN' }]);
});

it('a request that has ended meanwhile is the result', async () => {
	const service = await startService();
	const { run: killed } = await run(service, 'sendAndWait', {});
	await service.sandbox.people.sign(requestsOf(service)[0]!.id);
	const again = await run(service, 'sendAndWait', {}, killed);
	expect(again.outputs[0]![0]!.json).toMatchObject({ outcome: 'signed' });
	expect(requestsOf(service)).toHaveLength(1);
});

it('says what to do when someone has signed already, so that nothing can wait for it', async () => {
	const service = await startService({ dialect: 'public' });
	const form = signers(ANN, BOB);
	const { run: killed } = await run(service, 'sendAndWait', form);
	const { id } = requestsOf(service)[0]!;
	await service.sandbox.people.sign(id, ANN);
	const { error } = await run(service, 'sendAndWait', form, killed);
	expect(error?.message).toBe(
		`The first attempt sent the request ${id}, and this retry can't wait for it`,
	);
	expect(error?.description).toContain('Polling Trigger');
	expect(requestsOf(service)).toHaveLength(1);
});

it("changes no request whose signers aren't shown: a change without them would remove them", async () => {
	let areHidden = false;
	const withoutSigners = (answered: unknown): unknown =>
		Array.isArray(answered)
			? answered.map(withoutSigners)
			: { ...(answered as object), signatures: undefined };
	const service = await startAlteredService(
		({ pathname }, method) =>
			areHidden && method === 'GET' && pathname.includes('/signature-requests')
				? { body: withoutSigners }
				: undefined,
		{ dialect: 'public' },
	);
	const { run: killed } = await run(service, 'sendAndWait', {});
	areHidden = true;
	const { error } = await run(service, 'sendAndWait', {}, killed);
	expect(error?.message).toMatch(/^The first attempt sent the request .* can't wait for it$/);
	expect(requestsOf(service)).toMatchObject([{ signatures: [{ status: 'OPEN' }] }]);
	expect(service.sandbox.calls.count({ method: 'PUT', path: '/signature-requests' })).toBe(0);
});

it('sends nothing when that cannot be known, until it is allowed', async () => {
	const service = await startService();
	const form = { callbacks: 'none' };
	const { run: killed } = await run(service, 'create', form);
	const { id } = requestsOf(service)[0]!;
	const { error } = await run(service, 'create', form, killed);
	expect(error?.message).toMatch(/^The first attempt may already have sent this request/);
	expect(error?.description).toContain(`${id} (OPEN)`);
	expect(requestsOf(service)).toHaveLength(1);

	const options = { sendOnRetry: true };
	const allowed = await run(service, 'create', { ...form, options }, killed);
	expect(allowed.error).toBeUndefined();
	expect(requestsOf(service)).toHaveLength(2);
});

describe('one like it of someone else', () => {
	const form = { callbacks: 'none' };
	const OTHER = 'api_demo_somebody_else';
	const shareWith = (service: Service, owner: string) =>
		Object.assign(requestsOf(service)[0]!, {
			owner,
			readAccess: [service.sandbox.username],
			writeAccess: [service.sandbox.username],
		});

	it('does not keep the request from being sent', async () => {
		const service = await startService();
		const { run: killed } = await run(service, 'create', form);
		shareWith(service, OTHER);
		const again = await run(service, 'create', form, killed);
		expect(again.error).toBeUndefined();
		expect(requestsOf(service)).toHaveLength(2);
	});
});

it.each([
	['no request is there', () => undefined],
	[
		'another execution has sent one like it',
		async (service: Service) => await run(service, 'create', toTrigger),
	],
	[
		'its own was withdrawn',
		async (service: Service, id: string) =>
			await service.call(`/v2/signature-requests/${id}/withdraw`, { method: 'POST' }),
	],
])('sends the request when %s', async (title, meanwhile) => {
	const service = await startService();
	const { run: killed } = await run(service, 'create', toTrigger);
	const { id } = requestsOf(service)[0]!;
	await meanwhile(service, id);
	if (title !== 'its own was withdrawn') {
		await service.call(`/v2/signature-requests/${id}`, { method: 'DELETE' });
	}
	const before = requestsOf(service).length;
	const again = await run(service, 'create', toTrigger, killed);
	expect(again.error).toBeUndefined();
	expect(requestsOf(service)).toHaveLength(before + 1);
});

it('looks for nothing in an execution that is not tried again', async () => {
	const service = await startService();
	await run(service, 'create', toTrigger);
	expect(service.sandbox.calls.matching(lists)).toEqual([]);
});

describe('what has changed since', () => {
	const ANNEX = pdfOfSize(smallPdf.length + 100);
	const text = { source: 'text', title: 'Lease', text: 'The rent is 900.' };
	const start = async (form: INodeParameters, items?: InputItem[]) => {
		const service = await startService();
		const all = { ...toTrigger, ...form };
		const { run: killed } = await run(service, 'create', all, undefined, items);
		const again = async (changed: INodeParameters, others = items) =>
			await run(service, 'create', { ...all, ...changed }, killed, others);
		return { service, states: () => statesOf(service), again };
	};

	it.each<[string, INodeParameters, INodeParameters, InputItem[]?]>([
		['another signer', signers(ANN), signers(BOB)],
		['the other order of signers', signers(ANN, BOB), signers(BOB, ANN)],
		['another quality', { quality: 'SES' }, { quality: 'AES' }],
		['another title', { title: 'Lease' }, { title: 'Lease 2' }],
		['another text', text, { ...text, text: 'The rent is 9000.' }],
		['another file of the same name', {}, {}, [itemWith(ANNEX)]],
	])('%s: a new request is sent, and the first one withdrawn', async (...variant) => {
		const [, before, after, items] = variant;
		const { states, again } = await start(before);
		const { error } = await again(after, items);
		expect(error).toBeUndefined();
		expect(states()).toEqual(['WITHDRAWN', 'OPEN']);
	});

	it('another uploaded document, in Send and Wait', async () => {
		const service = await startService();
		const [one, other] = [await service.addDocument('Lease'), await service.addDocument('Lease')];
		const form = (documentId: string) => ({ source: 'document', title: 'Lease', documentId });
		const { run: killed } = await run(service, 'sendAndWait', form(one));
		await run(service, 'sendAndWait', form(other), killed);
		expect(statesOf(service)).toEqual(['WITHDRAWN', 'OPEN']);
	});

	it('a message alone is no reason to send another request', async () => {
		const { service, again } = await start({ message: 'It is noon.' });
		await again({ message: 'It is one.' });
		expect(requestsOf(service)).toMatchObject([{ status: 'OPEN', message: 'It is noon.' }]);
	});

	it('the order of items: each goes on with its own request', async () => {
		const form = { signersJson: '={{ JSON.stringify([{ email: $json.email }]) }}' };
		const items = [ANN, BOB, ANN].map((email) => itemWith(smallPdf, { email }));
		const { service, states, again } = await start(form, items);
		const { outputs } = await again({}, [items[1]!, items[0]!, items[2]!]);
		expect(states()).toEqual(['OPEN', 'OPEN', 'OPEN']);
		const ids = outputs[0]!.map(({ json }) => json.id as string);
		const people = ids.map((id) => service.sandbox.store.request(id)!.signatures[0]!.email);
		expect(people).toEqual([BOB, ANN, ANN]);
		expect(new Set(ids).size).toBe(3);
	});

	it('one item less: its request is withdrawn', async () => {
		const items = [itemWith(smallPdf), itemWith(smallPdf)];
		const { states, again } = await start({}, items);
		await again({}, [items[0]!]);
		expect(states().sort()).toEqual(['OPEN', 'WITHDRAWN']);
	});

	it('a request that someone has signed is not withdrawn', async () => {
		const { service, states, again } = await start(signers(ANN, BOB));
		await service.sandbox.people.sign(requestsOf(service)[0]!.id, ANN);
		await again(signers(BOB));
		expect(states()).toEqual(['OPEN', 'OPEN']);
	});

	it('nothing is withdrawn while an item fails that may need it', async () => {
		const items = [itemWith(smallPdf), itemWith(ANNEX, { title: 'Annex' })];
		const { states, again } = await start({ title: '={{ $json.title }}' }, items);
		const broken = [items[0]!, { json: { title: 'Annex' } }];
		expect((await again({}, broken)).error).toBeDefined();
		expect(states()).toEqual(['OPEN', 'OPEN']);
	});

	it('also of what n8n has kept of a first attempt that failed', async () => {
		const service = await startService();
		const form = (title: string): NodeRun => ({
			type: 'eSignatureRequest',
			parameters: {
				...{ resource: 'request', operation: 'create', apiVersion: 'v2', title },
				signerInput: 'json',
				signersJson: '={{ JSON.stringify([{ email: $json.email }]) }}',
				...{ ...toTrigger, itemsAtOnce: 1 },
			},
			items: [itemWith(smallPdf, { email: ANN }), itemWith(smallPdf, { email: 'nobody' })],
		});
		const { run: failed, error } = await service.engine.run(form('Lease'));
		expect(error?.message).toMatch(/nobody/);
		const retry = async (title: string) =>
			await service.engine.retry({ ...form(title), retryOf: failed }, failed);
		await retry('Lease');
		expect(statesOf(service)).toEqual(['OPEN']);
		await retry('Annex');
		expect(requestsOf(service).map(({ title }) => title)).toEqual(['Lease', 'Annex']);
	});
});
