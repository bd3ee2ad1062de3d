import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../../../../sandbox/http/faults.ts';
import type { NodeRun } from '../../../../support/engine/engine';
import { smallPdf } from '../../../../support/files/pdf';
import { startProxy } from '../../../../support/service/proxy';
import { retrying } from '../../../../support/service/requestOperation';
import { startService } from '../../../../support/service/service';

const toErrorOutput = 'continueErrorOutput' as const;
const REFUSED = { method: 'POST', path: '/signature-requests', status: 400, times: 1 };
const pdf = { data: { bytes: smallPdf, fileName: 'Contract.pdf' } };
const titled = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ json: { title: `Contract ${at + 1}` }, files: pdf }));

interface Start {
	items?: object[];
	parameters?: INodeParameters;
	settings?: NodeRun['settings'];
	faults?: Fault[];
}

function nodeOf({
	items = titled(1),
	parameters = { failUnlessSigned: true },
	settings = { onError: toErrorOutput },
}: Start): NodeRun {
	return {
		type: 'eSignatureRequest',
		parameters: {
			resource: 'request',
			operation: 'sendAndWait',
			title: '={{ $json.title }}',
			signerInput: 'json',
			signersJson: '[{ "email": "ann@example.com" }]',
			...parameters,
		},
		items,
		settings,
		unknownFields: true,
	};
}

/** A waiting execution with one request per item. */
async function startWaiting({ faults = [], ...start }: Start = {}) {
	const service = await startService();
	const { sandbox, engine } = service;
	for (const fault of faults) sandbox.faults.add(fault);
	const node = nodeOf(start);
	const { run, error } = await engine.run(node);
	const idOf = (title: string) => sandbox.store.requests.find((one) => one.title === title)!.id;
	type Act = 'sign' | 'decline' | 'withdraw';
	const act = async (at: number, what: Act) => {
		const id = idOf(`Contract ${at + 1}`);
		if (what === 'sign') await sandbox.people.sign(id);
		else if (what === 'decline') sandbox.people.decline(id);
		else
			await service.request('request', what, { requestId: { __rl: true, mode: 'id', value: id } });
	};
	const deliver = async (at: number) => {
		const [called] = sandbox.store.request(idOf(`Contract ${at + 1}`))!.callbacks;
		return (await engine.callBack(node, run, called!.url)).resumed;
	};
	const end = async (at: number, what: Act = 'sign') => {
		await act(at, what);
		return await deliver(at);
	};
	const passLimit = async () => await engine.passTimeLimit(node, run);
	return { ...service, node, run, error, idOf, act, deliver, end, passLimit };
}

/** What a person looks at: which output, whose item, and why. */
const seen = (items: INodeExecutionData[] = []) =>
	items.map(({ json, pairedItem }) => {
		const { title, outcome, error, details } = json;
		const { requestId, outcome: ended } = (details ?? {}) as IDataObject;
		return { title, error, outcome: outcome ?? ended, requestId, pairedItem };
	});

const unsigned = (title: string, end: string) =>
	`The request "${title}" was not signed by all: it was ${end}`;

it.each(['decline', 'withdraw'] as const)(
	'sends the only item to the error output when a callback says %s',
	async (act) => {
		const { end, idOf } = await startWaiting();
		const { outputs, error, run } = (await end(0, act))!;
		const outcome = act === 'decline' ? 'declined' : 'withdrawn';
		expect(error).toBeUndefined();
		expect(run.status).toBe('success');
		expect(seen(outputs[0])).toEqual([]);
		expect(seen(outputs[1])).toMatchObject([
			{
				title: 'Contract 1',
				error: unsigned('Contract 1', outcome),
				outcome,
				requestId: idOf('Contract 1'),
			},
		]);
	},
);

it('parts the items of many requests, each with its own input', async () => {
	const { end, idOf } = await startWaiting({ items: titled(3) });
	await end(0);
	await end(1, 'decline');
	const { outputs, error } = (await end(2))!;
	expect(error).toBeUndefined();
	expect(seen(outputs[0])).toMatchObject([
		{ title: 'Contract 1', outcome: 'signed', error: undefined, pairedItem: { item: 0 } },
		{ title: 'Contract 3', outcome: 'signed', error: undefined, pairedItem: { item: 2 } },
	]);
	expect(seen(outputs[1])).toEqual([
		{
			title: 'Contract 2',
			error: unsigned('Contract 2', 'declined'),
			outcome: 'declined',
			requestId: idOf('Contract 2'),
			pairedItem: { item: 1 },
		},
	]);
});

it('puts the error in the item when there is one output for all', async () => {
	const { end } = await startWaiting({
		items: titled(2),
		settings: { onError: 'continueRegularOutput' },
	});
	await end(0, 'decline');
	const { outputs } = (await end(1))!;
	expect(outputs).toHaveLength(1);
	expect(outputs[0]!.map(({ json }) => json.error)).toEqual([
		unsigned('Contract 1', 'declined'),
		undefined,
	]);
	expect(outputs[0]![0]!.json).toMatchObject({ details: { outcome: 'declined' } });
});

it('does the same when Retry On Fail runs the node again, and sends nothing twice', async () => {
	const settings = { onError: toErrorOutput, ...retrying } as const;
	const { end, sandbox } = await startWaiting({ items: titled(2), settings });
	await end(0, 'decline');
	const { outputs } = (await end(1))!;
	expect(seen(outputs[0])).toMatchObject([{ title: 'Contract 2', outcome: 'signed' }]);
	expect(seen(outputs[1])).toMatchObject([{ title: 'Contract 1', outcome: 'declined' }]);
	expect(sandbox.store.requests).toHaveLength(2);
});

describe('when the time limit passes', () => {
	const late = (title: string) =>
		`The time limit has passed, and the request "${title}" may not be signed`;

	it('sends open requests to the error output', async () => {
		const { passLimit, idOf } = await startWaiting({ items: titled(2) });
		const { outputs, error } = await passLimit();
		expect(error).toBeUndefined();
		expect(outputs[0]).toEqual([]);
		expect(seen(outputs[1])).toMatchObject(
			['Contract 1', 'Contract 2'].map((title) => ({
				title,
				error: late(title),
				outcome: 'timeLimit',
				requestId: idOf(title),
			})),
		);
	});

	it('fails when On Error is Stop, and a callback before it does not', async () => {
		const { passLimit, end } = await startWaiting({ settings: {} });
		expect((await passLimit()).error?.message).toBe(late('Contract 1'));
		const { outputs, error } = (await end(0))!;
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toMatchObject({ outcome: 'signed' });
	});

	it('without Fail Unless Signed the items come out as before', async () => {
		const { passLimit } = await startWaiting({ parameters: {} });
		const { outputs } = await passLimit();
		expect(outputs[0]).toMatchObject([{ json: { title: 'Contract 1', outcome: 'timeLimit' } }]);
	});

	it('sends an item that could not be sent to the error output too', async () => {
		const { passLimit, error } = await startWaiting({
			items: titled(2),
			parameters: {},
			faults: [REFUSED],
		});
		expect(error).toBeUndefined();
		const { outputs } = await passLimit();
		expect(seen(outputs[0])).toMatchObject([{ title: 'Contract 2', outcome: 'timeLimit' }]);
		expect(seen(outputs[1])).toMatchObject([
			{ title: 'Contract 1', error: expect.stringContaining('status 400') as string },
		]);
	});

	it('Retry On Fail sends that item after all, with its own fields', async () => {
		const { passLimit, sandbox } = await startWaiting({
			items: titled(2),
			settings: { onError: toErrorOutput, ...retrying } as const,
			faults: [REFUSED],
		});
		expect(sandbox.store.requests.map(({ title }) => title).sort()).toEqual([
			'Contract 1',
			'Contract 2',
		]);
		const { outputs } = await passLimit();
		expect(seen(outputs[1])).toMatchObject([
			{ error: late('Contract 1'), outcome: 'timeLimit' },
			{ error: late('Contract 2'), outcome: 'timeLimit' },
		]);
	});
});

describe('when a file cannot be downloaded at the end', () => {
	const parameters = { downloadDocuments: true };

	it.each([
		[1, 404],
		[2, 404],
		[2, 500],
	])('%i item(s), status %i: the item goes to the error output', async (count, status) => {
		const { act, deliver, end, sandbox, idOf } = await startWaiting({
			items: titled(count),
			parameters,
		});
		for (let at = 1; at < count; at++) await end(at);
		await act(0, 'sign');
		const [broken] = sandbox.store.request(idOf('Contract 1'))!.documentIds;
		sandbox.faults.add({ method: 'GET', path: new RegExp(`${broken}/content$`), status });
		const { outputs, error } = (await deliver(0))!;
		expect(error).toBeUndefined();
		expect(seen(outputs[0]).map(({ title }) => title)).toEqual(
			titled(count)
				.slice(1)
				.map(({ json }) => json.title),
		);
		expect(seen(outputs[1])).toMatchObject([
			{ title: 'Contract 1', outcome: 'signed', requestId: idOf('Contract 1') },
		]);
	});
});

it('does so at once when someone declines before the execution waits', async () => {
	const proxy = await startProxy({
		holds: ({ method, path }) => method === 'GET' && /\/signature-requests\/[^/]+$/.test(path),
	});
	const service = await startService({ credential: { signingAddress: proxy.address } });
	proxy.forwardTo(service.sandbox.address);
	const running = service.engine.run(nodeOf({}));
	await proxy.reached();
	service.sandbox.people.decline(service.sandbox.store.requests[0]!.id);
	proxy.release();
	const { outputs, error } = await running;
	proxy.close();
	expect(error).toBeUndefined();
	expect(seen(outputs[0])).toEqual([]);
	expect(seen(outputs[1])).toMatchObject([{ title: 'Contract 1', outcome: 'declined' }]);
});
