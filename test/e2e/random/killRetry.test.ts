/** `npm run test:kill`: n8n is killed at a chosen call, and its execution is tried again. Nothing here is random. */
import type { INode } from 'n8n-workflow';
import { RetryStage } from '../support/kill/retryStage.ts';
import { reviewedAgent } from '../support/reviewedAgent.ts';
import { readWorkflow } from '../support/scene.ts';
import type { Workflow } from '../../../scripts/n8n/n8nServer.ts';

const MAY_HAVE_RUN = 'this call may have run already';

const reviews = [
	'signed-other',
	'signed-same',
	'open-other',
	'open-same',
	'while-running',
	'while-running-saved',
	'progress',
];
const waits = ['other-signer', 'other-text', 'unchanged'];

function plainWait(name: string): Workflow {
	const workflow = readWorkflow('send-and-wait') as Omit<Workflow, 'nodes'> & { nodes: INode[] };
	const [webhook, wait] = workflow.nodes;
	Object.assign(webhook!.parameters, { path: name });
	Object.assign(wait!.parameters, {
		...{ source: 'text', title: 'Lease', text: 'The rent is 900.' },
		signersJson: '[{ "email": "ann@example.com" }]',
		downloadDocuments: false,
	});
	const nodes = [{ ...webhook!, webhookId: crypto.randomUUID() }, wait!];
	const connections = { Webhook: { main: [[{ node: wait!.name, type: 'main', index: 0 }]] } };
	return { ...workflow, id: name, nodes, connections } as unknown as Workflow;
}

let stage: RetryStage;
beforeAll(async () => {
	stage = await RetryStage.open((receiver) => [
		...reviews.map((name) => {
			const workflow = reviewedAgent(name, receiver);
			const settings = { executionOrder: 'v1', saveExecutionProgress: name === 'progress' };
			return { ...workflow, id: name, settings } as unknown as Workflow;
		}),
		...waits.map(plainWait),
	]);
});
afterAll(async () => await stage?.close());
beforeEach(() => (stage.amounts = '71'));

const statesOf = (requests: Array<{ status: string }>) => requests.map(({ status }) => status);

const sign = async (id: string) => {
	await stage.sandbox.people.sign(id);
	await stage.sandbox.settled();
};

it('signed while n8n is down, and the model asks for another call: that needs a signature', async () => {
	const requests = stage.requestsFromNow();
	await stage.killAfterCreate('signed-other');
	await sign(requests()[0]!.id);
	await stage.startAgain();
	stage.amounts = '9999';
	expect(await stage.retry('signed-other')).toMatchObject({ status: 'waiting' });
	expect(stage.refunded(9999)).toBe(0);
	expect(statesOf(requests())).toEqual(['SIGNED', 'OPEN']);
	expect(stage.documentOf(requests()[1]!)).toContain('amount: 9999)');
	await sign(requests()[1]!.id);
	await stage.untilSeen('refund', () => stage.refunded(9999) > 0);
	expect([stage.refunded(71), stage.refunded(9999)]).toEqual([0, 1]);
});

it('signed while n8n is down, and the model asks for the same: it runs once for the signature', async () => {
	const before = stage.refunded(71);
	const requests = stage.requestsFromNow();
	await stage.killAfterCreate('signed-same');
	await sign(requests()[0]!.id);
	await stage.startAgain();
	expect(await stage.retry('signed-same')).toMatchObject({ status: 'success' });
	expect(stage.refunded(71) - before).toBe(1);
	expect(statesOf(requests())).toEqual(['SIGNED']);

	expect(await stage.retry('signed-same')).toMatchObject({ status: 'waiting' });
	expect(stage.refunded(71) - before).toBe(1);
	expect(statesOf(requests())).toEqual(['SIGNED', 'OPEN']);
	expect(stage.documentOf(requests()[1]!)).toContain(MAY_HAVE_RUN);
	await sign(requests()[1]!.id);
	await stage.untilSeen('refund', () => stage.refunded(71) - before > 1);
});

it('not signed yet, and the model asks for another call: the first request is withdrawn', async () => {
	const before = stage.refunded(9999);
	const requests = stage.requestsFromNow();
	await stage.killAfterCreate('open-other');
	await stage.startAgain();
	stage.amounts = '9999';
	expect(await stage.retry('open-other')).toMatchObject({ status: 'waiting' });
	expect(statesOf(requests())).toEqual(['WITHDRAWN', 'OPEN']);
	await sign(requests()[1]!.id);
	await stage.untilSeen('refund', () => stage.refunded(9999) > before);
});

it('not signed yet, and the model asks for the same: it waits for the first request', async () => {
	const before = stage.refunded(71);
	const requests = stage.requestsFromNow();
	await stage.killAfterCreate('open-same');
	await stage.startAgain();
	expect(await stage.retry('open-same')).toMatchObject({ status: 'waiting' });
	expect(statesOf(requests())).toEqual(['OPEN']);
	await sign(requests()[0]!.id);
	await stage.untilSeen('refund', () => stage.refunded(71) > before);
});

it.each([
	['while-running', { saved: false }],
	['while-running-saved', { saved: true }],
])(
	'killed while the tool runs, and tried again: that needs a signature (%s)',
	async (name, how) => {
		const before = stage.refunded(71);
		const requests = stage.requestsFromNow();
		await stage.start(name);
		await stage.until(name, 'waiting');
		stage.receiver.answers.push('never');
		await sign(requests()[0]!.id);
		await stage.untilSeen('refund', () => stage.refunded(71) > before);
		await stage.kill();
		await stage.startAgain();
		expect(await stage.retry(name, how)).toMatchObject({ status: 'waiting' });
		expect(stage.refunded(71) - before).toBe(1);
		expect(statesOf(requests())).toEqual(['SIGNED', 'OPEN']);
		expect(stage.documentOf(requests()[1]!)).toContain(MAY_HAVE_RUN);
		await sign(requests()[1]!.id);
		await stage.untilSeen('refund', () => stage.refunded(71) - before > 1);
		expect(stage.refunded(71) - before).toBe(2);
	},
);

it('killed while the tool runs, with Save Execution Progress: the agent reads that the signature is used up', async () => {
	const before = stage.refunded(71);
	const requests = stage.requestsFromNow();
	await stage.start('progress');
	await stage.until('progress', 'waiting');
	stage.receiver.answers.push('never');
	await sign(requests()[0]!.id);
	await stage.untilSeen('refund', () => stage.refunded(71) > before);
	await stage.kill();
	await stage.startAgain();
	expect(await stage.retry('progress')).toMatchObject({ status: 'success' });
	expect(stage.refunded(71) - before).toBe(1);
	expect(stage.receiver.received.at(-1)!.body).toContain('needs a new signature');
});

it.each([
	['other-signer', { signersJson: '[{ "email": "bob@example.com" }]' }, ['WITHDRAWN', 'OPEN']],
	['other-text', { text: 'The rent is 9000.' }, ['WITHDRAWN', 'OPEN']],
	['unchanged', {}, ['OPEN']],
])(
	'Send and Wait without an agent, Retry with the saved workflow: %s',
	async (name, changed, states) => {
		const requests = stage.requestsFromNow();
		await stage.killAfterCreate(name);
		await stage.startAgain();
		await stage.change(name, 'Send and Wait', changed);
		expect(await stage.retry(name, { saved: true })).toMatchObject({ status: 'waiting' });
		expect(statesOf(requests())).toEqual(states);
		await sign(requests().at(-1)!.id);
		await stage.until(name, 'success');
	},
);
