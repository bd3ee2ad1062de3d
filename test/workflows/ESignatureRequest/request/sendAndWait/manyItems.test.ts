import type { INodeParameters, IRun } from 'n8n-workflow';
import type { Fault } from '../../../../../sandbox/http/faults.ts';
import type { NodeRun } from '../../../../support/engine/engine';
import { smallPdf } from '../../../../support/files/pdf';
import { retrying } from '../../../../support/service/requestOperation';
import { startService } from '../../../../support/service/service';
import { newRow } from '../../../../support/engine/workflowRow';

const READ = { method: 'GET', path: '/signature-requests/{id}' };
const CREATE = { method: 'POST', path: '/signature-requests' };
const REFUSED = { ...CREATE, status: 400, times: 1 };
const pdfItem = (json: object = {}) => ({
	json,
	files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } },
});
const titled = (count: number) =>
	Array.from({ length: count }, (_, at) => pdfItem({ title: `Contract ${at + 1}` }));

/** A waiting execution with one request per item; its callbacks are made by `deliver`. */
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
	};
	const { run, error } = await engine.run(node);
	const ids = [...sandbox.store.requests]
		.sort((a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }))
		.map(({ id }) => id);
	let process = newRow();
	const act = async (at: number, what: 'sign' | 'decline' = 'sign') => {
		if (what === 'sign') await sandbox.people.sign(ids[at]!);
		else sandbox.people.decline(ids[at]!);
	};
	/** The service's call for the end of this one. */
	const deliver = async (at: number, waiting: IRun = run) => {
		const [called] = sandbox.store.request(ids[at]!)!.callbacks;
		return await engine.callBack(node, waiting, called!.url, process);
	};
	const end = async (at: number, what?: 'sign' | 'decline') => {
		await act(at, what);
		return await deliver(at);
	};
	const restart = () => (process = newRow());
	const reads = () => sandbox.calls.count(READ);
	return { ...service, node, run, error, ids, act, deliver, end, restart, reads };
}

const facts = (resumed: { outputs: Array<Array<{ json: object; pairedItem?: unknown }>> }) =>
	resumed.outputs[0]!.map(({ json, pairedItem }) => {
		const { id, requestId, outcome } = json as Record<string, string | undefined>;
		return { id, requestId, outcome, pairedItem };
	});

it.each(['v2', 'v3'])('goes on when all have ended, with paired items (%s)', async (apiVersion) => {
	const { run, ids, end } = await startWaiting({ parameters: { apiVersion } });
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

it('does not go on with a callback for a request of another execution', async () => {
	const { engine, node, run, sandbox, end } = await startWaiting();
	const other = await engine.run(node);
	expect(other.run.status).toBe('waiting');
	const stranger = sandbox.store.requests.at(-1)!;
	await end(0);
	await end(1);
	await sandbox.people.sign(stranger.id);
	const { status, resumed } = await engine.callBack(node, run, stranger.callbacks[0]!.url);
	expect(resumed).toBeUndefined();
	expect([401, 410]).toContain(status);
});

describe('how many reads it takes', () => {
	it('one of the request that was called for, and one of another that is open', async () => {
		const { end, reads } = await startWaiting({ items: titled(5) });
		await end(4);
		const before = reads();
		await end(3);
		expect(reads() - before).toBe(2);
	});

	it('at most 3 per callback, when 30 are signed in any order', async () => {
		const count = 30;
		const { end, reads } = await startWaiting({ items: titled(count) });
		// Any order without a pattern: a step that has no divisor in common with the count.
		const order = Array.from({ length: count }, (_, at) => (at * 7 + 11) % count);
		const before = reads();
		const last = order.pop()!;
		for (const at of order) expect((await end(at)).resumed).toBeUndefined();
		const { resumed } = await end(last);
		expect(resumed!.outputs[0]).toHaveLength(count);
		expect((reads() - before) / count).toBeLessThanOrEqual(3);
	});
});

it('goes on after a restart, which has forgotten what had ended', async () => {
	const { end, restart } = await startWaiting();
	await end(0);
	await end(1);
	restart();
	const { resumed } = await end(2);
	expect(facts(resumed!).map(({ outcome }) => outcome)).toEqual(['signed', 'signed', 'signed']);
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

it.each([
	['withdrawn', ['withdraw']],
	['deleted', ['withdraw', 'delete']],
])('a request that was %s while waiting counts as ended', async (outcome, steps) => {
	const { end, ids, remove } = await waitAndRemove();
	await end(0);
	await remove(ids[1]!, steps);
	const { resumed } = await end(2);
	expect(facts(resumed!)).toMatchObject([
		{ outcome: 'signed' },
		{ id: ids[1], outcome },
		{ outcome: 'signed' },
	]);
	const names = resumed!.outputs[0]!.map(({ json }) => json.fileName);
	expect(names).toEqual(ids.map((id) => expect.stringMatching(`${id}\\.pdf$`) as string));
});

async function waitAndRemove() {
	const waiting = await startWaiting();
	const remove = async (id: string, steps: string[]) => {
		for (const step of steps) {
			const requestId = { __rl: true, mode: 'id', value: id };
			const { error } = await waiting.request('request', step, { requestId });
			if (error) throw error;
		}
	};
	return { ...waiting, remove };
}

it('at the time limit every item comes out with its request', async () => {
	const { engine, node, run, ids, end } = await startWaiting();
	await end(0);
	const { outputs } = await engine.passTimeLimit({ ...node, unknownFields: true }, run);
	expect(outputs[0]!.map(({ json }) => json)).toEqual(
		ids.map((requestId, at) => ({
			title: `Contract ${at + 1}`,
			requestId,
			outcome: 'timeLimit',
		})),
	);
});

it('waits as long as the item with the longest limit', async () => {
	const items = [1, 5, 2].map((days) => pdfItem({ title: `${days}`, days }));
	const { run } = await startWaiting({ items, parameters: { limitAmount: '={{ $json.days }}' } });
	const days = (run.waitTill!.getTime() - Date.now()) / 86_400_000;
	expect(Math.round(days)).toBe(5);
});

describe('Fail Unless Signed', () => {
	const parameters = { failUnlessSigned: true };

	it('names those that were not signed, and a retry fails again without sending', async () => {
		const { engine, node, end, ids, sandbox } = await startWaiting({ parameters });
		await end(0);
		await end(1, 'decline');
		const { resumed } = await end(2);
		const message = '1 of 3 requests were not signed by all';
		expect(resumed!.error?.message).toBe(message);
		expect(resumed!.error?.description).toContain(`"Contract 2" (id ${ids[1]}): it was declined`);

		const again = await engine.retry(node, resumed!.run);
		expect(again.error?.message).toBe(message);
		expect(sandbox.store.requests).toHaveLength(3);
	});

	it('goes on when all were signed', async () => {
		const { end } = await startWaiting({ parameters });
		await end(0);
		await end(1);
		expect((await end(2)).resumed!.error).toBeUndefined();
	});
});

describe('Download Documents', () => {
	const parameters = { downloadDocuments: true, outputPropertyName: 'signed' };

	it.each([
		[500, /status 500/],
		[404, /^The documents could not be downloaded: /],
	])(
		'downloads after the callback; after %s the item has an error instead of its file',
		async (status, reason) => {
			const { end, engine, sandbox, ids } = await startWaiting({ parameters });
			await end(0);
			await end(1);
			const broken = sandbox.store.request(ids[1]!)!.documentIds.join('|');
			sandbox.faults.add({ method: 'GET', path: new RegExp(`(${broken})/content$`), status });
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
			expect(second!.json.downloadError).toMatch(reason);
		},
	);

	it('a single item has its error under the same name', async () => {
		const { end, sandbox } = await startWaiting({ items: titled(1), parameters });
		sandbox.faults.add({ method: 'GET', path: /\/content$/, status: 404 });
		const { resumed } = await end(0);
		const [item] = resumed!.outputs[0]!;
		expect(item!.json).toMatchObject({
			outcome: 'signed',
			downloadError: expect.stringMatching(/^The documents could not be downloaded: /) as string,
		});
	});
});

describe('when one of many cannot be sent', () => {
	const items = [pdfItem({ title: 'A' }), { json: { title: 'B' } }, pdfItem({ title: 'C' })];

	it('nothing further is sent, and the error names what was', async () => {
		const { run, error, ids } = await startWaiting({ items });
		expect(run.waitTill).toBeUndefined();
		expect(ids).toHaveLength(1);
		expect(error?.description).toContain(`Already sent: item 1 (Contract.pdf → id ${ids[0]})`);
	});

	it('nothing further is sent when the service refuses one either', async () => {
		const { error, ids } = await startWaiting({ faults: [REFUSED] });
		expect(error?.message).toContain('status 400');
		expect(ids).toEqual([]);
	});

	it('Retry On Fail sends no item twice', async () => {
		const { ids } = await startWaiting({ items, settings: retrying });
		expect(ids).toHaveLength(1);
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
		const settings = { onError: 'continueRegularOutput' } as const;
		const { run, ids, end, sandbox } = await startWaiting({ items, settings });
		expect(run.status).toBe('waiting');
		expect(ids).toHaveLength(2);
		await end(0);
		const { resumed } = await end(1);
		const [first, second, third] = resumed!.outputs[0]!;
		expect([first, third].map((item) => item!.json.outcome)).toEqual(['signed', 'signed']);
		expect(Object.keys(second!.json)).toEqual(['error', 'details']);
		expect(second!.pairedItem).toEqual({ item: 1 });
		expect(sandbox.store.requests).toHaveLength(2);
	});
});

it('one that a retry has sent after all comes out at the time limit without its error', async () => {
	const settings = { onError: 'continueRegularOutput', ...retrying } as const;
	const { engine, node, run, ids } = await startWaiting({ settings, faults: [REFUSED] });
	expect(ids).toHaveLength(3);
	const { outputs } = await engine.passTimeLimit({ ...node, unknownFields: true }, run);
	expect(outputs[0]!.map(({ json }) => Object.keys(json))).toEqual(
		ids.map(() => ['title', 'requestId', 'outcome']),
	);
});

it('while it waits, the editor can show requests and signing links', async () => {
	const { run, ids, request } = await startWaiting();
	const { resumeUrl: text = '' } = run.data.resultData.runData.Node![0]!.metadata ?? {};
	for (const id of ids) {
		expect(text).toContain(`Request ${id}`);
		const { outputs } = await request('request', 'get', {
			requestId: { __rl: true, mode: 'id', value: id },
		});
		const [{ signingLink }] = outputs[0]![0]!.json.signatures as [{ signingLink: string }];
		expect(text).toContain(`<a href="${signingLink}" target="_blank">ann@example.com</a>`);
	}
});

it('keeps tokens and proofs out of everything that is stored', async () => {
	const { run, sandbox } = await startWaiting();
	const { resumeToken, ...stored } = run.data as typeof run.data & { resumeToken?: string };
	const text = JSON.stringify(stored);
	for (const { callbackUrls } of sandbox.store.requests) {
		const query = new URL(callbackUrls.success!).searchParams;
		const secrets = [query.get('proof'), query.get('nonce'), query.get('signature'), resumeToken];
		for (const secret of secrets.filter((one) => one)) expect(text).not.toContain(secret);
	}
});
