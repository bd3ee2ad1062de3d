/** An execution that waits for one request per item: when it goes on, and with which items. */
import type { IDataObject, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';
import type { Fault } from '../../../../../sandbox/http/faults.ts';
import type { NodeRun } from '../../../../support/engine/engine';
import { smallPdf } from '../../../../support/files/pdf';
import { retrying } from '../../../../support/service/requestOperation';
import { byId, startService } from '../../../../support/service/service';
import { newRow } from '../../../../support/engine/workflowRow';

const READ = { method: 'GET', path: '/signature-requests/{id}' };
const CREATE = { method: 'POST', path: '/signature-requests' };
const REFUSED = { ...CREATE, status: 400, times: 1 };
const failUnlessSigned = { failUnlessSigned: true };
const toErrorOutput = { onError: 'continueErrorOutput' } as const;
const toRegularOutput = { onError: 'continueRegularOutput' } as const;
const pdfItem = (json: object = {}) => ({
	json,
	files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } },
});
const titled = (count: number) =>
	Array.from({ length: count }, (_, at) => pdfItem({ title: `Contract ${at + 1}` }));

type Act = 'sign' | 'sign with SES' | 'decline';

/** Callbacks for the requests, in the order of their items, are made by `deliver`. */
async function startWaiting({
	items = titled(3),
	parameters = {},
	settings,
	faults = [],
}: {
	items?: object[];
	parameters?: INodeParameters;
	settings?: NodeRun['settings'];
	faults?: Fault[];
} = {}) {
	const service = await startService();
	const { sandbox, engine } = service;
	for (const fault of faults) sandbox.faults.add(fault);
	const node: NodeRun = {
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
	const { run, error } = await engine.run(node);
	const ids = [...sandbox.store.requests]
		.sort((a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }))
		.map(({ id }) => id);
	let process = newRow();
	const act = async (at: number, what: Act = 'sign') => {
		const quality = what === 'sign with SES' ? 'SES' : undefined;
		if (what === 'decline') sandbox.people.decline(ids[at]!);
		else await sandbox.people.sign(ids[at]!, undefined, undefined, { quality });
	};
	/** Past the waiting node. */
	const remove = async (at: number, ...steps: Array<'withdraw' | 'delete'>) => {
		for (const step of steps) {
			const { error: refused } = await service.request('request', step, {
				requestId: byId(ids[at]!),
			});
			if (refused) throw refused;
		}
	};
	/** The service's call for the end of this one. */
	const deliver = async (at: number, waiting: IRun = run) => {
		const [called] = sandbox.store.request(ids[at]!)!.callbacks;
		return await engine.callBack(node, waiting, called!.url, process);
	};
	const end = async (at: number, what?: Act) => {
		await act(at, what);
		return await deliver(at);
	};
	const restart = () => (process = newRow());
	const passLimit = async () => await engine.passTimeLimit(node, run);
	return { ...service, node, run, error, ids, act, remove, deliver, end, restart, passLimit };
}

const facts = (resumed: { outputs: Array<Array<{ json: object; pairedItem?: unknown }>> }) =>
	resumed.outputs[0]!.map(({ json, pairedItem }) => {
		const { id, requestId, outcome } = json as Record<string, string | undefined>;
		return { id, requestId, outcome, pairedItem };
	});

/** What a person looks at in the error output: whose item, and why. */
const seen = (items: INodeExecutionData[] = []) =>
	items.map(({ json, pairedItem }) => {
		const { title, outcome, error, details } = json;
		const { requestId, outcome: ended } = (details ?? {}) as IDataObject;
		return { title, error, outcome: outcome ?? ended, requestId, pairedItem };
	});

const below = (title: string) => `The request "${title}" doesn't have the quality asked for`;
const unsigned = (title: string, end: string) =>
	`The request "${title}" isn't signed: it was ${end}`;
const late = (title: string) => `Not everyone signed the request "${title}" in time`;

it('goes on when all have ended, with paired items', async () => {
	const { run, ids, end } = await startWaiting();
	expect(run.status).toBe('waiting');
	expect(ids).toHaveLength(3);
	expect(await end(2)).toEqual({ status: 200 });
	expect(await end(0, 'decline')).toEqual({ status: 200 });
	const { status, resumed } = await end(1);
	expect(status).toBe(200);
	expect(resumed!.error).toBeUndefined();
	expect(facts(resumed!)).toEqual([
		{ id: ids[0], outcome: 'declined', pairedItem: { item: 0 } },
		{ id: ids[1], outcome: 'signed', pairedItem: { item: 1 } },
		{ id: ids[2], outcome: 'signed', pairedItem: { item: 2 } },
	]);
});

it('reads at most 3 requests per callback, in any order of signing', async () => {
	const count = 10;
	const { end, sandbox } = await startWaiting({ items: titled(count) });
	// Any order without a pattern: a step that has no divisor in common with the count.
	const order = Array.from({ length: count }, (_, at) => (at * 7 + 11) % count);
	const before = sandbox.calls.count(READ);
	const last = order.pop()!;
	for (const at of order) expect((await end(at)).resumed).toBeUndefined();
	const { resumed } = await end(last);
	expect(resumed!.outputs[0]).toHaveLength(count);
	expect((sandbox.calls.count(READ) - before) / count).toBeLessThanOrEqual(3);
});

it('goes on with the last callback that arrives, also when others were lost', async () => {
	const { act, end } = await startWaiting();
	await act(0);
	await act(2);
	const { resumed } = await end(1);
	expect(resumed!.outputs[0]).toHaveLength(3);
});

it('goes on when the last two callbacks come at the same instant', async () => {
	const { act, deliver, end, sandbox } = await startWaiting();
	await end(1);
	await act(0);
	await act(2);
	const answers = await Promise.all([deliver(0), deliver(2)]);
	const resumed = answers.flatMap((one) => one.resumed ?? []);
	// n8n lets only one of two go on.
	expect(resumed.length).toBeGreaterThan(0);
	for (const one of resumed) {
		expect(facts(one).map(({ outcome }) => outcome)).toEqual(['signed', 'signed', 'signed']);
	}
	expect(sandbox.store.requests).toHaveLength(3);
});

it('asks the service to call again when another request cannot be read', async () => {
	const { act, deliver, sandbox, ids } = await startWaiting();
	await act(0);
	sandbox.faults.add({ method: 'GET', path: new RegExp(`${ids[1]}$`), status: 503, times: 1 });
	expect(await deliver(0)).toEqual({ status: 503 });
	expect(await deliver(0)).toEqual({ status: 200 });
});

it('takes requests that were withdrawn or deleted while it waits as ended', async () => {
	const { end, ids, remove } = await startWaiting();
	await remove(1, 'withdraw');
	await remove(2, 'withdraw', 'delete');
	const { resumed } = await end(0);
	expect(facts(resumed!)).toMatchObject([
		{ id: ids[0], outcome: 'signed' },
		{ id: ids[1], outcome: 'withdrawn' },
		{ id: ids[2], outcome: 'deleted' },
	]);
	const names = resumed!.outputs[0]!.map(({ json }) => json.fileName);
	expect(names).toEqual(ids.map((id) => expect.stringMatching(`${id}\\.pdf$`) as string));
});

it('waits as long as the item with the longest limit', async () => {
	const items = [1, 5, 2].map((days) => pdfItem({ title: `${days}`, days }));
	const { run } = await startWaiting({ items, parameters: { limitAmount: '={{ $json.days }}' } });
	const days = (run.waitTill!.getTime() - Date.now()) / 86_400_000;
	expect(Math.round(days)).toBe(5);
});

it('while it waits, the editor can show requests and signing links', async () => {
	const { run, ids, request } = await startWaiting({ items: titled(2) });
	const { resumeUrl: text = '' } = run.data.resultData.runData.Node![0]!.metadata ?? {};
	expect(text).toContain('<br>Contract 1, <a');
	for (const id of ids) {
		const { outputs } = await request('request', 'get', { requestId: byId(id) });
		const [{ signingLink }] = outputs[0]![0]!.json.signatures as [{ signingLink: string }];
		expect(text).toContain(`<a href="${signingLink}" target="_blank">ann@example.com</a>`);
	}
});

describe('at the time limit', () => {
	it('every item comes out with its request', async () => {
		const { ids, end, passLimit } = await startWaiting();
		await end(0);
		const { outputs } = await passLimit();
		expect(outputs[0]!.map(({ json }) => json)).toEqual(
			ids.map((requestId, at) => ({
				...{ title: `Contract ${at + 1}`, requestId, outcome: 'timeLimit' },
			})),
		);
	});

	it('open requests go to the error output', async () => {
		const parameters = failUnlessSigned;
		const start = { items: titled(2), parameters, settings: toErrorOutput };
		const { passLimit, ids } = await startWaiting(start);
		const { outputs, error } = await passLimit();
		expect(error).toBeUndefined();
		expect(outputs[0]).toEqual([]);
		expect(seen(outputs[1])).toMatchObject(
			['Contract 1', 'Contract 2'].map((title, at) => ({
				...{ title, error: late(title), outcome: 'timeLimit', requestId: ids[at] },
			})),
		);
	});

	it('it fails when On Error is Stop, and a callback before it does not', async () => {
		const start = { items: titled(1), parameters: failUnlessSigned };
		const { passLimit, end } = await startWaiting(start);
		expect((await passLimit()).error?.message).toBe(late('Contract 1'));
		const { outputs, error } = (await end(0)).resumed!;
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toMatchObject({ outcome: 'signed' });
	});

	it('one that a retry has sent after all comes out without its error', async () => {
		const settings = { ...toRegularOutput, ...retrying };
		const { passLimit, ids } = await startWaiting({ settings, faults: [REFUSED] });
		expect(ids).toHaveLength(3);
		const { outputs } = await passLimit();
		expect(outputs[0]!.map(({ json }) => Object.keys(json))).toEqual(
			ids.map(() => ['title', 'requestId', 'outcome']),
		);
	});
});

describe('Fail Unless Signed', () => {
	const parameters = failUnlessSigned;

	it('names those that were not signed, and a retry fails again without sending', async () => {
		const { engine, node, end, ids, sandbox } = await startWaiting({ parameters });
		await end(0);
		await end(1, 'decline');
		const { resumed } = await end(2);
		const message = "1 of 3 requests aren't signed";
		expect(resumed!.error?.message).toBe(message);
		expect(resumed!.error?.description).toContain(`"Contract 2" (id ${ids[1]}): it was declined`);

		const again = await engine.retry(node, resumed!.run);
		expect(again.error?.message).toBe(message);
		expect(sandbox.store.requests).toHaveLength(3);
	});

	it('parts the items of many requests, each with its own input, and sends none twice', async () => {
		const settings = { ...toErrorOutput, ...retrying };
		const { end, ids, sandbox } = await startWaiting({ parameters, settings });
		await end(0);
		await end(1, 'decline');
		const { outputs, error } = (await end(2)).resumed!;
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
				requestId: ids[1],
				pairedItem: { item: 1 },
			},
		]);
		expect(sandbox.store.requests).toHaveLength(3);
	});

	it('puts the error in the item when there is one output for all', async () => {
		const start = { items: titled(2), parameters, settings: toRegularOutput };
		const { end, remove, deliver } = await startWaiting(start);
		await end(1);
		await remove(0, 'withdraw');
		const { outputs } = (await deliver(0)).resumed!;
		expect(outputs).toHaveLength(1);
		expect(outputs[0]!.map(({ json }) => json.error)).toEqual([
			unsigned('Contract 1', 'withdrawn'),
			undefined,
		]);
		expect(outputs[0]![0]!.json).toMatchObject({ details: { outcome: 'withdrawn' } });
	});
});

/** Requests of a demo key have the quality DEMO. */
describe('Fail If Quality Is Not Met', () => {
	const parameters = { failIfQualityNotMet: true };

	it('names those below it, and their signers', async () => {
		const { end, ids } = await startWaiting({ parameters });
		await end(0);
		await end(1, 'sign with SES');
		const { error } = (await end(2, 'decline')).resumed!;
		expect(error?.message).toBe("1 of 3 requests don't have the quality asked for");
		expect(error?.description).toContain(
			`"Contract 2" (id ${ids[1]}): ann@example.com signed with SES instead of DEMO`,
		);
	});

	it('parts the items, and shows both qualities', async () => {
		const start = { items: titled(2), parameters, settings: toErrorOutput };
		const { end, ids } = await startWaiting(start);
		await end(0);
		const { outputs } = (await end(1, 'sign with SES')).resumed!;
		expect(outputs[0]!.map(({ json }) => json)).toMatchObject([
			{ qualityMet: true, signatures: [{ quality: 'DEMO', signedQuality: 'DEMO' }] },
		]);
		expect(seen(outputs[1])).toMatchObject([
			{ title: 'Contract 2', error: below('Contract 2'), requestId: ids[1] },
		]);
	});
});

describe('Download Documents', () => {
	const parameters = { downloadDocuments: true, outputPropertyName: 'signed' };
	const failing = (status: number) => ({ method: 'GET', path: /\/content$/, status });

	it('downloads after the callback; an item has an error instead of its file', async () => {
		const { end, engine, sandbox, ids } = await startWaiting({ parameters });
		await end(0);
		await end(1);
		const broken = sandbox.store.request(ids[1]!)!.documentIds.join('|');
		sandbox.faults.add({ ...failing(500), path: new RegExp(`(${broken})/content$`) });
		const { status: answered, resumed } = await end(2);
		expect(answered).toBe(200);
		expect(resumed!.error).toBeUndefined();
		const [first, second, third] = resumed!.outputs[0]!;
		for (const one of [first!, third!]) {
			expect((await engine.readBinary(one, 'signed')).subarray(0, 4).toString()).toBe('%PDF');
			expect(one.json.downloadError).toBeUndefined();
		}
		expect(second!.binary).toBeUndefined();
		expect(second!.json.outcome).toBe('signed');
		expect(second!.json.downloadError).toMatch(/status 500/);
	});

	it('a single item has its error under the same name', async () => {
		const { end, sandbox } = await startWaiting({ items: titled(1), parameters });
		sandbox.faults.add(failing(404));
		const { resumed } = await end(0);
		const [item] = resumed!.outputs[0]!;
		expect(item!.json).toMatchObject({
			outcome: 'signed',
			downloadError: expect.stringMatching(/^The documents couldn't be downloaded: /) as string,
		});
	});

	it('sends an item without its file to the error output', async () => {
		const start = { items: titled(2), parameters, settings: toErrorOutput };
		const { act, deliver, end, sandbox, ids } = await startWaiting(start);
		await end(1);
		await act(0);
		const [broken] = sandbox.store.request(ids[0]!)!.documentIds;
		sandbox.faults.add({ ...failing(404), path: new RegExp(`${broken}/content$`) });
		const { outputs, error } = (await deliver(0)).resumed!;
		expect(error).toBeUndefined();
		expect(seen(outputs[0])).toMatchObject([{ title: 'Contract 2' }]);
		expect(seen(outputs[1])).toMatchObject([
			{ title: 'Contract 1', outcome: 'signed', requestId: ids[0] },
		]);
	});
});

/** Here the callback brings the result, and the node does not run again. */
describe('a single item', () => {
	const items = titled(1);

	it('that was declined goes to the error output', async () => {
		const start = { items, parameters: failUnlessSigned, settings: toErrorOutput };
		const { end, ids } = await startWaiting(start);
		const { outputs, error, run } = (await end(0, 'decline')).resumed!;
		expect(error).toBeUndefined();
		expect(run.status).toBe('success');
		expect(seen(outputs[0])).toEqual([]);
		expect(seen(outputs[1])).toMatchObject([
			{ title: 'Contract 1', error: unsigned('Contract 1', 'declined'), requestId: ids[0] },
		]);
	});

	it.each([
		['fails', undefined],
		['goes to the error output', toErrorOutput],
	])('that is signed below the quality asked for %s', async (_title, settings) => {
		const parameters = { failIfQualityNotMet: true };
		const { end } = await startWaiting({ items, parameters, settings });
		const { outputs, error } = (await end(0, 'sign with SES')).resumed!;
		const failure = settings ? outputs[1]![0]!.json.error : error?.message;
		expect(failure).toBe(below('Contract 1'));
	});

	it('that was declined fails, and a retry fails again without sending', async () => {
		const { end, engine, node, sandbox } = await startWaiting({
			...{ items, parameters: failUnlessSigned },
		});
		const { error, run } = (await end(0, 'decline')).resumed!;
		expect(error?.message).toBe(unsigned('Contract 1', 'declined'));
		const again = await engine.retry(node, run);
		expect(again.error?.message).toBe(unsigned('Contract 1', 'declined'));
		expect(sandbox.store.requests).toHaveLength(1);
	});

	it('without its file goes to the error output', async () => {
		const parameters = { downloadDocuments: true };
		const { end, sandbox, ids } = await startWaiting({
			items,
			parameters,
			settings: toErrorOutput,
		});
		sandbox.faults.add({ method: 'GET', path: /\/content$/, status: 404 });
		const { outputs, error } = (await end(0)).resumed!;
		expect(error).toBeUndefined();
		expect(seen(outputs[0])).toEqual([]);
		expect(seen(outputs[1])).toMatchObject([{ outcome: 'signed', requestId: ids[0] }]);
	});
});

describe('when one of many cannot be sent', () => {
	const items = [pdfItem({ title: 'A' }), { json: { title: 'B' } }, pdfItem({ title: 'C' })];

	it('nothing further is sent, none twice, and the error names what was', async () => {
		const { run, error, ids } = await startWaiting({ items, settings: retrying });
		expect(run.waitTill).toBeUndefined();
		expect(ids).toHaveLength(1);
		expect(error?.description).toContain(`Already sent: item 1 (Contract.pdf → id ${ids[0]})`);
	});

	it('Retry On Fail sends what is left, and waits for all', async () => {
		const faults = [{ ...CREATE, times: 1, delayMs: 0 }, REFUSED];
		const { run, ids, end } = await startWaiting({ items: titled(2), settings: retrying, faults });
		expect(run.status).toBe('waiting');
		expect(ids).toHaveLength(2);
		await end(0);
		const { resumed } = await end(1);
		expect(facts(resumed!).map(({ outcome }) => outcome)).toEqual(['signed', 'signed']);
	});

	it('with On Error: Continue the others are waited for, and the item comes out as it failed', async () => {
		const { run, ids, end, sandbox } = await startWaiting({ items, settings: toRegularOutput });
		expect(run.status).toBe('waiting');
		expect(ids).toHaveLength(2);
		await end(0);
		const { resumed } = await end(1);
		const [first, second, third] = resumed!.outputs[0]!;
		expect([first, third].map((item) => item!.json.outcome)).toEqual(['signed', 'signed']);
		expect(second!.json).toMatchObject({ error: expect.any(String) as string });
		expect(second!.pairedItem).toEqual({ item: 1 });
		expect(sandbox.store.requests).toHaveLength(2);
	});
});
