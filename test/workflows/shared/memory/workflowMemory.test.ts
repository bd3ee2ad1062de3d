/** All our triggers of one workflow, whose memory n8n saves as a whole. */
import type { INodeParameters } from 'n8n-workflow';
import type { PollHost } from '../../../support/engine/pollHost';
import { addDeclined, idIn } from '../../../support/polling/polling';
import { calledAddresses, post, setStage, type Stage } from '../../../support/service/triggerStage';
import type { WebhookHost } from '../../../support/engine/webhookHost';
import { newRow, type WorkflowRow } from '../../../support/engine/workflowRow';

interface Workflow extends Stage {
	row: WorkflowRow;
	/** A second trigger beside the first. */
	second: WebhookHost;
	polling: PollHost;
	polled(): Promise<string[]>;
	/** Has a request signed whose callbacks go to one of the triggers; gives the address that was called. */
	sign(trigger: WebhookHost): Promise<string>;
	restart(): void;
}

async function startWorkflow(options: INodeParameters = {}): Promise<Workflow> {
	const row = newRow();
	const stage = await setStage({}, { row });
	const second = await stage.engine.listen({
		type: 'eSignatureRequestTrigger',
		parameters: { path: 'second', events: ['success'], simplify: true },
		settings: { id: 'second' },
		path: '/webhook/second',
		row,
	});
	const polling = stage.engine.watch({
		type: 'eSignaturePollingTrigger',
		parameters: { states: ['DECLINED'], options },
		settings: { id: 'polling' },
		row,
	});
	const sign = async ({ address }: WebhookHost) => {
		const id = await stage.createSigned({ callbackAddress: address });
		return calledAddresses(stage.sandbox, id)[0]!;
	};
	await polling.poll();
	return {
		...stage,
		row,
		second,
		polling,
		sign,
		polled: async () => (await polling.poll()).map(idIn),
		restart: () => {
			row.id = newRow().id;
			polling.restart();
		},
	};
}

it('two callback triggers and a poll save each other, and nothing runs twice after a restart', async () => {
	const workflow = await startWorkflow();
	const { trigger, second } = workflow;
	const addresses: string[] = [];
	for (let round = 0; round < 5; round++) {
		addresses.push(await workflow.sign(trigger), await workflow.sign(second));
		const id = await addDeclined(workflow);
		expect(await workflow.polled()).toEqual([id]);
	}
	const runs = () => [trigger.started.length, second.started.length];
	expect(runs()).toEqual([5, 5]);

	workflow.restart();
	for (const address of addresses) expect((await post(address)).status).toBe(200);
	expect(await workflow.polled()).toEqual([]);
	expect(runs()).toEqual([5, 5]);
});

it('a callback that began before a poll and ended after it puts no older place back', async () => {
	const workflow = await startWorkflow();
	const found: string[][] = [];
	workflow.trigger.onStep = async (step) => {
		if (step !== 'storing') return;
		await addDeclined(workflow);
		found.push(await workflow.polled());
	};
	await workflow.sign(workflow.trigger);
	expect(found).toEqual([[expect.any(String)]]);

	workflow.restart();
	const meanwhile = await addDeclined(workflow);
	expect(await workflow.polled()).toEqual([meanwhile]);
});

it('a trigger of others that saves what it loaded long ago wipes nothing', async () => {
	const workflow = await startWorkflow();
	const other = await workflow.trigger.activate();
	const address = await workflow.sign(workflow.trigger);
	other.save();
	workflow.restart();
	expect((await post(address)).status).toBe(200);
	expect(workflow.trigger.started).toHaveLength(1);
});

it('with durable cursors a poll that was not committed comes again, whatever a callback has saved', async () => {
	const workflow = await startWorkflow();
	const { polling } = workflow;
	polling.durableCursors = true;
	expect(await workflow.polled()).toEqual([]);
	const id = await addDeclined(workflow);
	polling.beforeCommit = async () => {
		await workflow.sign(workflow.trigger);
		throw new Error('killed');
	};
	await expect(workflow.polled()).rejects.toThrow('killed');
	polling.beforeCommit = undefined;
	workflow.restart();
	expect(await workflow.polled()).toEqual([id]);
	expect(await workflow.polled()).toEqual([]);
});

it('with durable cursors a poll wipes nothing of what the callbacks remember', async () => {
	const workflow = await startWorkflow();
	workflow.polling.durableCursors = true;
	expect(await workflow.polled()).toEqual([]);
	const id = await addDeclined(workflow);
	let address = '';
	// Long enough for a callback to come in the middle of the poll.
	workflow.sandbox.faults.add({
		method: 'GET',
		path: '/signature-requests',
		delayMs: 1_000,
		times: 1,
	});
	const polled = workflow.polled();
	address = await workflow.sign(workflow.trigger);
	expect(await polled).toEqual([id]);
	workflow.restart();
	expect((await post(address)).status).toBe(200);
	expect(workflow.trigger.started).toHaveLength(1);
});

it.each([[7], ['text'], [null], [[]]])(
	'%j where n8n keeps the data of all nodes is left alone, and logged',
	async (damaged) => {
		const workflow = await startWorkflow();
		workflow.row.staticData = JSON.stringify({ global: damaged });
		workflow.restart();
		const address = await workflow.sign(workflow.trigger);
		expect((await post(address)).status).toBe(200);
		expect(workflow.trigger.started).toHaveLength(1);
		expect(workflow.trigger.logged).toEqual([expect.stringMatching(/damaged and is now reset/)]);
		expect(JSON.parse(workflow.row.staticData)).toMatchObject({ global: damaged });
	},
);

it('forgets nodes that were deleted long ago, and keeps what is used', async () => {
	const workflow = await startWorkflow();
	const deleted = Array.from({ length: 100 }, (_, index) => [`node-${index}`, { handled: {} }]);
	const kept = { 'n8n-nodes-esignature': Object.fromEntries(deleted) as object };
	workflow.row.staticData = JSON.stringify({ global: kept });
	workflow.restart();
	const address = await workflow.sign(workflow.trigger);
	const { global } = JSON.parse(workflow.row.staticData) as { global: Record<string, object> };
	expect(Object.keys(global['n8n-nodes-esignature']!)).toHaveLength(50);
	workflow.restart();
	expect((await post(address)).status).toBe(200);
	expect(workflow.trigger.started).toHaveLength(1);
});
