/** n8n was killed after an approval was asked for, and the execution is tried again. */
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { startReceiver, type Receiver } from '../../../../sandbox/receiver';
import type { ReviewedCall } from '../../../../support/engine/agentNode';
import type { Begun, NodeRun } from '../../../../support/engine/engine';
import { ran, refund } from '../../../../support/engine/reviewedRun';
import { startService } from '../../../../support/service/service';

const MAY_HAVE_RUN = 'this call may have run already';

let n8n: Receiver;
beforeEach(async () => (n8n = await startReceiver()));
afterEach(async () => await n8n.close());

const input = (toolParameters: IDataObject): ReviewedCall => ({ toolParameters });

async function killedReview(reviews: ReviewedCall[], dialect: 'contract' | 'public' = 'contract') {
	const service = await startService({ dialect });
	const { sandbox, engine } = service;
	const node = (wanted: ReviewedCall[], changed: INodeParameters = {}): NodeRun => ({
		type: 'eSignatureRequestHitlTool',
		parameters: {
			...{ resource: 'request', operation: 'sendAndWait', approverEmail: 'ann@example.com' },
			...{ message: 'Please approve', ...changed },
		},
		reviews: wanted,
		waitingBaseUrl: `${n8n.address}/webhook-waiting`,
	});
	const { run: killed } = await engine.run(node(reviews));
	const states = () => sandbox.store.requests.map(({ status }) => status);
	const requestAt = (at: number) => sandbox.store.requests[at]!;
	/** The document of a request, as text. */
	const documentAt = (at: number) => {
		const [id] = requestAt(at).documentIds;
		return sandbox.store.contentOf(sandbox.store.document(id!)!).toString('latin1');
	};
	const sign = async (at: number) => {
		await sandbox.people.sign(requestAt(at).id);
		await sandbox.settled();
	};
	/** Another attempt, and how it goes on when the service calls for the end of a request. */
	const retry = async (wanted = reviews, changed: INodeParameters = {}) => {
		const tried = { ...node(wanted, changed), retryOf: killed };
		const { run, error } = await engine.run(tried);
		const deliver = async (at: number, waiting: IRun = run) => {
			const { url } = requestAt(at).callbacks.at(-1)!;
			return (await engine.callBack(tried, waiting, url)).resumed?.run;
		};
		return { run, error, deliver };
	};
	/** The first attempt goes on with the end of a request, and n8n is killed while the tool runs. */
	const killInTool = async (at: number, waiting: IRun = killed) => {
		const { url } = requestAt(at).callbacks.at(-1)!;
		const { resumed, begun } = await engine.callBack(node(reviews), waiting, url);
		return { run: resumed!.run, begun: begun! };
	};
	const retryFrom = async (saved: Begun) => {
		const tried = { ...node(reviews), retryOf: killed };
		const { run } = await engine.retry(tried, saved);
		const deliver = async (at: number) => {
			const { url } = requestAt(at).callbacks.at(-1)!;
			return (await engine.callBack(tried, run, url)).resumed!.run;
		};
		return { run, deliver };
	};
	return { service, states, documentAt, requestAt, sign, retry, killInTool, retryFrom };
}

describe('the same call', () => {
	it('waits for the request that is there', async () => {
		const { states, sign, retry } = await killedReview([refund(71)], 'public');
		const { run, deliver } = await retry();
		expect(run.status).toBe('waiting');
		await sign(0);
		expect(ran((await deliver(0))!)).toEqual([71]);
		expect(states()).toEqual(['SIGNED']);
	});

	it('runs with a signature that did not reach n8n, but only once', async () => {
		const { states, sign, retry, documentAt } = await killedReview([refund(71)], 'public');
		n8n.answers.push({ status: 404 });
		await sign(0);
		expect(ran((await retry()).run)).toEqual([71]);
		expect(states()).toEqual(['SIGNED']);

		const { run, deliver } = await retry();
		expect(ran(run)).toEqual([]);
		expect(states()).toEqual(['SIGNED', 'OPEN']);
		expect(documentAt(1)).toContain(MAY_HAVE_RUN);
		await sign(1);
		expect(ran((await deliver(1))!)).toEqual([71]);
	});
});

it.each([
	['n8n has taken the callback', { status: 200 }],
	['n8n may have taken it', { status: 502 }],
])('needs another signature when %s', async (_title, answer) => {
	const { states, sign, retry, documentAt } = await killedReview([refund(71)]);
	n8n.answers.push(answer);
	await sign(0);
	expect(documentAt(0)).not.toContain(MAY_HAVE_RUN);
	const { run, deliver } = await retry();
	expect(ran(run)).toEqual([]);
	expect(states()).toEqual(['SIGNED', 'OPEN']);
	expect(documentAt(1)).toContain(MAY_HAVE_RUN);
	await sign(1);
	expect(ran((await deliver(1))!)).toEqual([71]);

	const third = await retry();
	expect(ran(third.run)).toEqual([]);
	expect(states()).toEqual(['SIGNED', 'SIGNED', 'OPEN']);
});

it.each([
	['the callback log cannot be read', /\/callbacks$/, 'GET'],
	['the use cannot be recorded', /\/attachments$/, 'POST'],
])('needs another signature when %s', async (_title, path, method) => {
	const { service, states, sign, retry } = await killedReview([refund(71)]);
	n8n.answers.push({ status: 404 });
	await sign(0);
	service.sandbox.faults.add({ path, method, status: 500 });
	expect(ran((await retry()).run)).toEqual([]);
	expect(states()).toEqual(['SIGNED', 'OPEN']);
});

it('goes on with the request that a retry has sent before', async () => {
	const { states, sign, retry } = await killedReview([refund(71)]);
	await sign(0);
	await retry();
	const { deliver } = await retry();
	expect(states()).toEqual(['SIGNED', 'OPEN']);
	await sign(1);
	expect(ran((await deliver(1))!)).toEqual([71]);
});

it('an input in another order is the same', async () => {
	const { states, retry } = await killedReview([
		input({ amount: 71, to: { iban: 'x', name: 'y' } }),
	]);
	await retry([input({ to: { name: 'y', iban: 'x' }, amount: 71 })]);
	expect(states()).toEqual(['OPEN']);
});

describe('another call', () => {
	const first = input({ amount: 71, to: { name: 'Ann' } });
	const { toolParameters: same } = first;

	it.each<[string, ReviewedCall[], INodeParameters?]>([
		['a text in place of a number', [input({ ...same, amount: '71' })]],
		['the approver', [first], { approverEmail: 'bob@example.com' }],
		['the quality', [first], { quality: 'SES' }],
		['who asks', [first], { options: { requestedBy: 'Bob' } }],
	])(
		'%s: replaces the request, whose signature runs nothing',
		async (_what, calls, changed = {}) => {
			const { states, sign, retry } = await killedReview([first]);
			const { run, deliver } = await retry(calls, changed);
			expect(run.status).toBe('waiting');
			expect(states()).toEqual(['WITHDRAWN', 'OPEN']);
			expect(await deliver(0)).toBeUndefined();
			await sign(1);
			expect(ran((await deliver(1))!)).toEqual([calls[0]!.toolParameters.amount]);
		},
	);

	it('needs a signature of its own when the first one is signed', async () => {
		const { states, sign, retry } = await killedReview([refund(71)]);
		n8n.answers.push({ status: 404 });
		await sign(0);
		const { run, deliver } = await retry([refund(9999)]);
		expect(ran(run)).toEqual([]);
		expect(await deliver(0)).toBeUndefined();
		expect(states()).toEqual(['SIGNED', 'OPEN']);
		await sign(1);
		expect(ran((await deliver(1))!)).toEqual([9999]);
	});

	it('does not count the decline of the first one', async () => {
		const { service, requestAt, states, retry } = await killedReview([refund(71)]);
		service.sandbox.people.decline(requestAt(0).id);
		const { run } = await retry([refund(9999)]);
		expect(run.status).toBe('waiting');
		expect(states()).toEqual(['DECLINED', 'OPEN']);
	});

	it('keeps what a later call of the same turn needs', async () => {
		const { states, sign, retry } = await killedReview([refund(5), refund(7)]);
		const { deliver } = await retry([refund(7), refund(5)]);
		expect(states()).toEqual(['OPEN', 'OPEN']);
		await sign(1);
		const between = (await deliver(1))!;
		expect(states()).toEqual(['OPEN', 'SIGNED']);
		await sign(0);
		expect(ran((await deliver(0, between))!)).toEqual([7, 5]);
	});
});

describe('n8n is killed while the tool runs', () => {
	it('and begins again with the signature: the tool needs another one', async () => {
		const { states, sign, killInTool, retryFrom, documentAt } = await killedReview([refund(71)]);
		await sign(0);
		const first = await killInTool(0);
		expect(ran(first.run)).toEqual([71]);
		const { run, deliver } = await retryFrom(first.begun);
		expect(ran(run)).toEqual([]);
		expect(states()).toEqual(['SIGNED', 'OPEN']);
		expect(documentAt(1)).toContain(MAY_HAVE_RUN);
		await sign(1);
		expect(ran(await deliver(1))).toEqual([71]);
	});

	it('and begins again with the last of two signatures: none of them counts again', async () => {
		const { states, sign, killInTool, retryFrom } = await killedReview([refund(5), refund(7)]);
		await sign(0);
		const between = await killInTool(0);
		await sign(1);
		const last = await killInTool(1, between.run);
		expect(ran(last.run)).toEqual([5, 7]);
		const { run, deliver } = await retryFrom(last.begun);
		expect(ran(run)).toEqual([]);
		expect(states()).toEqual(['SIGNED', 'SIGNED', 'OPEN']);
		await sign(2);
		expect(ran(await deliver(2))).toEqual([7]);
	});

	it('and has saved what the agent got: that counts no longer', async () => {
		const { sign, killInTool } = await killedReview([refund(5), refund(7)]);
		await sign(0);
		const between = await killInTool(0);
		await sign(1);
		const { run } = await killInTool(1, between.run);
		const answers = run.data.resultData.runData.Node!.map(({ data }) => data?.ai_tool);
		expect(JSON.stringify(answers)).not.toContain('"approved"');
		expect(JSON.stringify(answers)).toContain('needs a new signature');
	});
});
