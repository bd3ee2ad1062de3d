/** Our nodes of examples that no test runs in a real n8n. */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { INodeParameters, NodeParameterValue } from 'n8n-workflow';
import { writeFiles } from '../../sandbox/validationFiles';
import type { InputItem, NodeRun } from '../../support/engine/engine';
import { readExample } from '../../support/engine/example';
import { startService } from '../../support/service/service';
import { setStage } from '../../support/service/triggerStage';

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const type = 'eSignatureRequest';

const file = (name: string) => ({ bytes: readFileSync(`examples/files/${name}`), fileName: name });

it('approval-from-text sends what was entered and waits', async () => {
	const { nodes } = readExample('approval-from-text');
	const { parameters } = nodes.find(({ parameters: own }) => own.source === 'text')!;
	const { engine, sandbox } = await startService();
	const json = { Subject: 'Chairs', Text: 'I approve 20 chairs.', Email: ANN };
	const { run, error } = await engine.run({ type, parameters, items: [{ json }] });
	expect(error).toBeUndefined();
	expect(run.status).toBe('waiting');
	expect(sandbox.store.requests).toMatchObject([{ title: 'Chairs', signatures: [{ email: ANN }] }]);
});

describe('an example whose file is turned into a PDF first', () => {
	/** Sends, lets all sign, and answers with what comes out. */
	async function sendAndSign(parameters: INodeParameters, item: InputItem) {
		const service = await startService({ dialect: 'public', accounts: [ANN, BOB] });
		const { engine, sandbox } = service;
		const node: NodeRun = { type, parameters, items: [item] };
		const { run, error } = await engine.run(node);
		expect(error).toBeUndefined();
		const [request] = sandbox.store.requests;
		for (const { email } of request!.signatures) await sandbox.people.sign(request!.id, email);
		const { outputs } = await engine.resume(node, run, request!.callbacks.at(-1)!.url);
		const [signed] = outputs[0]!;
		expect(signed!.json).toMatchObject({ outcome: 'signed', warnings: [] });
		return { service, request: request!, signed: signed! };
	}

	it('contract-from-word sends the Word file to both sides, one after the other', async () => {
		const parameters = readExample('contract-from-word').parametersOf('Send and Wait');
		// The engine has no node Form.
		const text = JSON.stringify(parameters).replaceAll("$('Form').item.json", '$json');
		const { request } = await sendAndSign(JSON.parse(text) as INodeParameters, {
			json: { 'Supplier Email': ANN, 'Customer Email': BOB },
			files: { data: file('service-contract.docx') },
		});
		expect(request).toMatchObject({
			title: 'Service contract',
			signatures: [
				{ email: ANN, order: 1 },
				{ email: BOB, order: 2 },
			],
		});
	});

	it('contracts-from-template fills the template with a row, and sends it to the tenant', async () => {
		const parameters = readExample('contracts-from-template').parametersOf('Send and Wait');
		const [names = '', row = ''] = String(file('tenants.csv').bytes).trim().split('\n');
		const values = [...row.matchAll(/"([^"]*)"|[^,]+/g)].map(([all, quoted]) => quoted ?? all);
		const json = Object.fromEntries(names.split(',').map((name, at) => [name, values[at]!]));
		const item = { json, files: { Template: file('rental-contract.docx') } };
		const { request, service } = await sendAndSign(parameters, item);
		expect(request).toMatchObject({
			title: 'Rental contract of Ann Meier',
			signatures: [{ email: ANN }],
		});
		const { outputs } = await service.document(
			'fillTemplate',
			{ binaryPropertyName: 'Template', options: { locale: 'de-CH' } },
			{ items: [item] },
		);
		const filled = unzipSync(await service.engine.readBinary(outputs[0]![0]!));
		const text = strFromU8(filled['word/document.xml']!).replace(/<[^>]*>/g, '');
		expect(text).toContain('begins on 1 Januar 2027');
		expect(text).toMatch(/CHF\s1.850\.00/);
		expect(text).toContain('The rent includes parking space B12.');
		expect(text).toContain('{{sign: Tenant}}');
	});

	it('archive-as-pdfa makes PDF/A before signing, and checks the signed file', async () => {
		const { parametersOf } = readExample('archive-as-pdfa');
		const { service, signed } = await sendAndSign(parametersOf('Send and Wait'), {
			json: { Email: ANN },
			files: { Document: file('minutes.txt') },
		});
		const bytes = await service.engine.readBinary(signed);
		const items = [{ files: { data: { bytes, fileName: 'minutes.pdf' } } }];
		const validated = await service.validation('validate', parametersOf('Validate'), { items });
		expect(validated.outputs[0]![0]!.json).toMatchObject({ verdict: 'passed' });
		const checked = await service.document('checkPdfA', parametersOf('Check PDF/A'), { items });
		expect(checked.outputs[0]![0]!.json).toMatchObject({
			...{ conforms: true, conformance: 'pdfa-2u', details: [] },
		});
	});
});

it('everyone-signs reports on all, with the fields of their items', async () => {
	const { parametersOf, evaluate } = readExample('everyone-signs');
	const { engine, sandbox } = await startService();
	const items = ['ann', 'bob'].map((name) => ({
		json: { email: `${name}@example.com`, department: `of ${name}` },
	}));
	// The engine has no node Form.
	const form = { title: 'Code of conduct', text: 'I have read it.' };
	const node = { type, parameters: { ...parametersOf('Send and Wait'), ...form }, items };
	const { run, error } = await engine.run(node);
	expect(error).toBeUndefined();
	const [first, second] = sandbox.store.requests;
	await sandbox.people.sign(first!.id);
	expect(await engine.callBack(node, run, first!.callbacks[0]!.url)).toEqual({ status: 200 });
	sandbox.people.decline(second!.id);
	const { outputs } = await engine.resume(node, run, second!.callbacks[0]!.url);

	const { jsonOutput } = parametersOf('Say What Happened');
	const ran = [
		{ name: 'One Item per Person', items },
		{ name: 'Send and Wait', items: outputs[0]!, after: 'One Item per Person' },
	];
	const reports = [0, 1].map(
		async (at) => await evaluate('Say What Happened', [jsonOutput as NodeParameterValue], ran, at),
	);
	expect((await Promise.all(reports)).flat()).toEqual([
		{ ...items[0]!.json, outcome: 'signed', request: first!.id },
		{ ...items[1]!.json, outcome: 'declined', request: second!.id },
	]);
});

describe('seal-and-validate', () => {
	const { parametersOf } = readExample('seal-and-validate');

	async function run(incoming: Buffer) {
		const service = await startService();
		const sealed = await service.seal(parametersOf('Seal'), {
			items: [{ files: { data: { bytes: incoming, fileName: 'in.pdf' } } }],
		});
		expect(sealed.error).toBeUndefined();
		const bytes = await service.engine.readBinary(sealed.outputs[0]![0]!);
		const { outputs } = await service.validation('validate', parametersOf('Validate'), {
			items: [{ files: { data: { bytes, fileName: 'in.pdf' } } }],
		});
		return outputs.map((items) => items.map(({ json, binary }) => ({ json, binary })));
	}

	it('sends back a PDF that came in signed, and says why not if it was changed after that', async () => {
		const { signedTwice, changedLater } = await writeFiles();
		const [passed, others = []] = await run(signedTwice!);
		expect(passed).toMatchObject([
			{ json: { verdict: 'passed', signatures: 3 }, binary: { data: { fileName: 'in.pdf' } } },
		]);
		expect(others).toEqual([]);
		const [none, unclear] = await run(changedLater!);
		expect(none).toEqual([]);
		expect(unclear).toMatchObject([{ json: { verdict: 'indeterminate', signers: [{}, {}] } }]);
	});
});

describe.each(['deliver-missed-callbacks', 'alert-undelivered-callbacks'])('%s', (example) => {
	const { parametersOf } = readExample(example);

	it('finds what has ended and delivers what was missed; n8n filters and sorts in between', async () => {
		const stage = await setStage();
		const { faults, people } = stage.sandbox;
		const handled = await stage.createSigned();
		const [missed, declined] = [await stage.create(), await stage.create()];
		await stage.create();
		faults.add({ path: '/signature-requests/{id}', status: 503 });
		await people.sign(missed);
		people.decline(declined);
		await stage.sandbox.settled();
		faults.clear();

		const { jsonOutput } = parametersOf('States of Ended Requests');
		const { status } = JSON.parse(jsonOutput as string) as { status: string[] };
		const listed = await stage.request('request', 'getMany', parametersOf('Get Ended Requests'), {
			items: status.map((one) => ({ json: { status: one } })),
		});
		const requests = listed.outputs[0]!.map(({ json }) => json);
		expect(requests.map(({ id }) => id).sort()).toEqual([missed, handled, declined].sort());
		for (const { updated_at } of requests) expect(Date.parse(updated_at as string)).not.toBeNaN();

		const { outputs, error } = await stage.request(
			'request',
			'repeatCallback',
			parametersOf('Repeat Callback'),
			{ items: requests.map((json) => ({ json })) },
		);
		expect(error).toBeUndefined();
		const results = outputs[0]!.map(({ json }) => [json.id, json.result]);
		expect(Object.fromEntries(results)).toEqual({
			[missed]: 'delivered',
			[declined]: 'delivered',
			[handled]: 'alreadyHandled',
		});
		expect(stage.trigger.started).toHaveLength(3);
	});

	it('replays no more than a trigger remembers, with three updates for each request', () => {
		expect(Number(parametersOf('500 at Most').maxItems) * 4).toBeLessThanOrEqual(2_000);
	});
});
