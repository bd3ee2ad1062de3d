import type { INodeParameters, IRun } from 'n8n-workflow';
import { smallPdf } from '../../../../support/files/pdf';
import { startService } from '../../../../support/service/service';
import type { Service } from '../../../../support/service/service';

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

async function run(
	service: Service,
	operation: 'create' | 'sendAndWait',
	parameters: INodeParameters,
	retryOf?: IRun,
) {
	const items = [{ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } }];
	const form: INodeParameters = { apiVersion: 'v2', ...signers(ANN), ...parameters };
	return await service.request('request', operation, form, { items, retryOf });
}

const requestsOf = ({ sandbox }: Service) => sandbox.store.requests;

describe.each([
	['v2', 'contract'],
	['v3', 'contract'],
	['v2', 'public'],
	['v3', 'public'],
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
		`The first attempt of this execution has sent the request ${id} already, and this one cannot wait for it`,
	);
	expect(error?.description).toContain('Polling Trigger');
	expect(requestsOf(service)).toHaveLength(1);
});

it('sends nothing when that cannot be known, until it is allowed', async () => {
	const service = await startService();
	const form = { callbacks: 'none' };
	const { run: killed } = await run(service, 'create', form);
	const { id } = requestsOf(service)[0]!;
	const { error } = await run(service, 'create', form, killed);
	expect(error?.message).toMatch(/its first attempt may have sent this request already/);
	expect(error?.description).toContain(`${id} (OPEN)`);
	expect(requestsOf(service)).toHaveLength(1);

	const options = { sendOnRetry: true };
	const allowed = await run(service, 'create', { ...form, options }, killed);
	expect(allowed.error).toBeUndefined();
	expect(requestsOf(service)).toHaveLength(2);
});

describe.each([
	['without callbacks', { callbacks: 'none' }],
	['with callbacks', toTrigger],
])('one like it of someone else (%s)', (_title, form) => {
	const OTHER = 'api_demo_somebody_else';
	const shareWith = (service: Service, owner: string) =>
		Object.assign(requestsOf(service)[0]!, {
			owner,
			readAccess: [service.sandbox.username],
			writeAccess: [service.sandbox.username],
			callbackUrls: {},
		});

	it('does not keep the request from being sent', async () => {
		const service = await startService();
		const { run: killed } = await run(service, 'create', form);
		shareWith(service, OTHER);
		const again = await run(service, 'create', form, killed);
		expect(again.error).toBeUndefined();
		expect(requestsOf(service)).toHaveLength(2);
	});

	it('may be its own if it belongs to the creator', async () => {
		const service = await startService();
		const options = { creator: 'boss@example.com' };
		const { run: killed } = await run(service, 'create', { ...form, options });
		shareWith(service, 'Boss@example.com');
		const { error } = await run(service, 'create', { ...form, options }, killed);
		expect(error?.message).toMatch(/its first attempt may have sent this request already/);
		expect(requestsOf(service)).toHaveLength(1);
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
