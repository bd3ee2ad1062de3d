import type { INodeParameters } from 'n8n-workflow';
import { isGenuine, readCallback } from '../../../../../nodes/shared/callback/callback';
import { startReceiver } from '../../../../sandbox/receiver';
import { smallPdf } from '../../../../support/files/pdf';
import { startRecorded } from '../../../../support/service/recorded';
import { startService } from '../../../../support/service/service';

const pdfItem = () => ({ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } });
const signers = (...signer: INodeParameters[]) => ({ signers: { signer } });
const ann = { kind: 'account', email: 'ann@example.com' };
const bob = { kind: 'account', email: 'bob@example.com' };

describe('Create with callbacks', () => {
	it.each(['v1', 'v2', 'v3'] as const)('writes an address for each event with %s', async (v) => {
		const trigger = await startReceiver();
		const service = await startRecorded();
		const { outputs } = await service.request(
			'request',
			'create',
			{
				apiVersion: v,
				callbacks: 'triggerUrl',
				callbackAddress: `${trigger.address}/webhook/1?keep=me`,
				callbackEvents: ['success', 'update'],
				simplify: false,
				...signers(ann, bob),
			},
			{ items: [pdfItem()] },
		);
		const id = outputs[0]![0]!.json.id as string;
		await service.sandbox.people.sign(id, 'ann@example.com');
		await service.sandbox.settled();
		await service.sandbox.people.sign(id, 'bob@example.com');
		await service.sandbox.settled();
		await trigger.close();
		const calls = trigger.received.map(({ url }) =>
			Object.fromEntries(new URL(url!, trigger.address).searchParams),
		);
		expect(calls).toMatchObject([
			{ keep: 'me', event: 'update', request: id, api: v },
			{ keep: 'me', event: 'success', request: id, api: v },
		]);
		for (const call of calls) {
			expect(call).not.toHaveProperty('signature');
			const callback = readCallback({ query: call, path: '/webhook/1', pathEnd: '1' })!;
			expect(isGenuine(callback, [service.sandbox.apiKey])).toBe(true);
		}
		expect(service.sent[0]).not.toHaveProperty('callback_error_url');
		expect(JSON.stringify(outputs)).not.toContain('proof');
	});

	it.each([
		['contract', null],
		['public', 'SKRIBBLE_SIGNATURE_ID'],
	] as const)('asks for the signature in updates, %s', async (dialect, placeholder) => {
		const service = await startRecorded({ dialect });
		await service.request(
			'request',
			'create',
			{
				callbacks: 'triggerUrl',
				callbackAddress: 'https://n8n.acme.com/webhook/1',
				...signers(ann, bob),
			},
			{ items: [pdfItem()] },
		);
		const [body] = service.sent;
		const sidIn = (name: string) => new URL(String(body![name])).searchParams.get('sid');
		expect(sidIn('callback_update_url')).toBe(placeholder);
		expect(sidIn('callback_success_url')).toBeNull();
	});

	it.each([
		['the default Path', {}, '/n8n/webhook/e-signature?'],
		['another Path', { callbackPath: '/hr/contracts/' }, '/n8n/webhook/hr/contracts?'],
		['the test URL', { callbackTestUrl: true }, '/n8n/webhook-test/e-signature?'],
	])('finds the trigger on this n8n by %s', async (_title, parameters, place) => {
		const service = await startRecorded();
		await service.request(
			'request',
			'create',
			{ callbacks: 'trigger', ...parameters, ...signers(ann) },
			{ items: [pdfItem()], waitingBaseUrl: 'http://127.0.0.1:9/n8n/webhook-waiting' },
		);
		const address = `http://127.0.0.1:9${place}event=success&`;
		expect(String(service.sent[0]!.callback_success_url).slice(0, address.length)).toBe(address);
	});

	it.each([
		['an empty Path', { callbackPath: ' ' }, /^Path is empty/],
		['a Path that n8n reads as a variable', { callbackPath: 'a/:id' }, /^Path may hold letters/],
		['an n8n with renamed endpoints', {}, /^Callbacks cannot be written.*To a Trigger Elsewhere/],
	])('refuses %s before anything is sent', async (_title, parameters, message) => {
		const service = await startRecorded();
		const { error } = await service.request(
			'request',
			'create',
			{ callbacks: 'trigger', ...parameters, ...signers(ann) },
			{ items: [pdfItem()], waitingBaseUrl: 'https://n8n.acme.com/resume' },
		);
		expect(error?.message).toMatch(message);
		expect(service.sent).toEqual([]);
	});

	it('passes addresses typed by hand on unchanged', async () => {
		const service = await startRecorded();
		const address = 'https://hooks.acme.com/x?id=SERVICE_SIGNATURE_REQUEST_ID&b=%20';
		const { outputs } = await service.request(
			'request',
			'create',
			{ callbacks: 'manual', callbackErrorUrl: address, simplify: false, ...signers(ann) },
			{ items: [pdfItem()] },
		);
		expect(service.sent[0]!.callback_error_url).toBe(address);
		expect(service.sent[0]).not.toHaveProperty('callback_success_url');
		expect(JSON.stringify(outputs)).not.toContain('hooks.acme.com');
	});
});

describe('Create hints', () => {
	const hintsOf = async (parameters: INodeParameters, production = true, items = [pdfItem()]) => {
		const username = production ? 'api_production_a' : 'api_demo_a';
		const service = await startService({
			users: [{ username, apiKey: 'k-0123456789', validation: true }],
		});
		const { run } = await service.request('request', 'create', parameters, { items });
		return (run.data.resultData.runData.Node![0]!.hints ?? []).map(({ message }) => message);
	};
	const toTrigger = (callbackAddress: string) => ({ callbacks: 'triggerUrl', callbackAddress });

	it.each<[string, INodeParameters, boolean, RegExp[]]>([
		['nothing to say', signers(ann, bob), true, []],
		['a demo key', signers(ann), false, [/no legal weight/]],
		['a signer twice', signers(ann, bob, ann), true, [/Signers 1 and 3 are the same person/]],
		[
			'a test address',
			{ ...signers(ann), ...toTrigger('https://n8n.acme.com/webhook-test/1') },
			true,
			[/only while the editor listens/],
		],
		[
			'no address of this machine, where the service runs too',
			{ ...signers(ann), ...toTrigger('http://127.0.0.1:5678/webhook/1') },
			true,
			[],
		],
	])('on %s', async (_title, parameters, production, expected) => {
		const hints = await hintsOf(parameters, production);
		expect(hints).toEqual(expected.map((hint) => expect.stringMatching(hint) as string));
	});

	it('once for many items', async () => {
		expect(await hintsOf(signers(ann), false, [pdfItem(), pdfItem()])).toHaveLength(1);
	});
});
