import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import type { RequestRecord } from '../../sandbox/state/requestRecord.ts';
import { readExamples } from '../../scripts/demoContent.ts';
import type { Workflow } from '../../scripts/n8nServer.ts';
import { arriveAt, confirmAs, declineBecause, signAs } from '../sandbox/pages/stage.ts';
import { loggedIn } from '../sandbox/client.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { smallPdf } from '../support/pdf.ts';
import { signInto } from './support/executions.ts';
import { setStage } from './support/stage.ts';
import type { Stage } from './support/stage.ts';
import { until } from './support/until.ts';

const DAY_MS = 86_400_000;
const ANN = 'ann@example.com';

const examples = readExamples('examples');
const example = (id: string) => examples.find((one) => one.id === id)!;

/** The same flow, which loses patience at once. */
function impatient(id: string): Workflow {
	const text = JSON.stringify({ ...example('send-and-wait'), id });
	const workflow = JSON.parse(text) as Workflow & { nodes: INode[] };
	for (const { name, parameters } of workflow.nodes) {
		if (name === 'Form') Object.assign(parameters.options!, { path: id });
		if (name === 'Create and Wait')
			Object.assign(parameters, { limitAmount: 0.1, limitUnit: 'minutes' });
	}
	return workflow;
}

/** The same flow, which polls often, and looks at once whether somebody has taken the end. */
function hasty(id: string): Workflow {
	const text = JSON.stringify({ ...example('pick-up-lost-waits'), id });
	const workflow = JSON.parse(text) as Workflow;
	const nodes = workflow.nodes as INode[];
	const [polling, wait] = ['Ended Requests', 'Until the Service Has Given Up'].map((one) =>
		nodes.find(({ name }) => name === one),
	);
	const item = [0, 10, 20, 30, 40, 50].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	}));
	Object.assign(polling!.parameters, {
		pollTimes: { item },
		filters: { titleContains: 'Picked up' },
	});
	Object.assign(wait!.parameters, { amount: 1, unit: 'seconds' });
	return workflow;
}

const inEditor = setStage({
	workflows: [...examples, impatient('send-and-lose-patience'), hasty('pick-up-hastily')],
});

/** Fills in the form of an example, and answers with the request that came of it. */
async function send(
	{ browser, scene: { n8n, sandbox } }: Stage,
	form: string | Page,
	fields: Record<string, string>,
): Promise<RequestRecord> {
	const page = typeof form === 'string' ? await browser.newPage() : form;
	if (typeof form === 'string') {
		const address = `${n8n.address}/form/${form}`;
		await until(n8n, `form ${form}`, async () => (await fetch(address)).ok || undefined);
		await page.goto(address);
	}
	const name = `Contract ${sandbox.store.requests.length}.pdf`;
	const file = { name, mimeType: 'application/pdf', buffer: smallPdf };
	await page.getByLabel('Document').setInputFiles(file);
	for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
	await page.getByRole('button', { name: 'Send' }).click();
	await page.getByText('The document is on its way to the signer.').waitFor();
	await page.close();
	return await until(n8n, `request ${name}`, () =>
		sandbox.store.requests.find(({ title }) => title === name),
	);
}

/** Answers with a function that waits for the first execution that is not there yet. */
async function nextExecution({ scene: { n8n } }: Stage, workflowId: string) {
	const executions = await signInto(n8n);
	const earlier = new Set((await executions.list(workflowId)).map(({ id }) => id));
	return async () =>
		await until(n8n, `execution of ${workflowId}`, async () =>
			(await executions.list(workflowId)).find(({ id }) => !earlier.has(id)),
		);
}

/** The page behind the link in the signer's invitation. */
async function openInvitation({ browser, scene }: Stage, request: RequestRecord) {
	const mail = scene.sandbox.store.mails.find(({ requestId }) => requestId === request.id);
	const page = await browser.newPage();
	await page.goto(mail!.link!);
	await confirmAs(page, ANN);
	await arriveAt(page, request.title);
	return page;
}

describe.each(examples)('$id', (workflow) => {
	inEditor('opens in the editor with nothing left to fill in', async ({ editor }) => {
		await editor.openWorkflow(workflow);
		expect(await editor.nodes.count()).toBe(workflow.nodes.length);
		expect(await editor.page.getByTestId('node-issues').count()).toBe(0);
		await editor.picture(`example-${workflow.id}`);
	});
});

describe('send and wait', () => {
	const workflowId = 'send-and-wait';
	const parked = async (stage: Stage, form: string | Page) => {
		const executions = await signInto(stage.scene.n8n);
		const request = await send(stage, form, { 'E-Mail': ANN });
		const { id } = await executions.until(workflowId, 'waiting');
		return { request, end: async () => await executions.end(workflowId, id) };
	};

	inEditor('goes on when the document is signed, or when time runs out', async (stage) => {
		const begun = await nextExecution(stage, 'send-and-lose-patience');
		await send(stage, 'send-and-lose-patience', { 'E-Mail': ANN });
		const late = await begun();

		const { request, end } = await parked(stage, workflowId);
		const page = await openInvitation(stage, request);
		await signAs(page, 'Ann Meier');
		await arriveAt(page, 'Thank you, you have signed');
		expect(await end()).toEqual(['Form', 'Create and Wait', 'Outcome', 'File the Signed PDF']);

		const executions = await signInto(stage.scene.n8n);
		expect(await executions.end('send-and-lose-patience', late.id)).toEqual([
			...['Form', 'Create and Wait', 'Outcome'],
			...['Read the Request', 'Remind or Withdraw'],
		]);
	});

	inEditor('goes another way when it is declined, also when tried in the editor', async (stage) => {
		await stage.editor.openWorkflow(example(workflowId));
		const opened = stage.editor.page.waitForEvent('popup');
		await stage.editor.executeWorkflow();
		const { request, end } = await parked(stage, await opened);
		const page = await openInvitation(stage, request);
		await declineBecause(page, 'Not the agreed price');
		expect(await end()).toEqual(['Form', 'Create and Wait', 'Outcome', 'Tell the Sender']);
	});
});

describe('send from a form', () => {
	const fields = { Name: 'Ann Meier', 'E-Mail': ANN };
	const nodes = example('sign-from-a-form').nodes as INode[];
	const trigger = nodes.find(({ name }) => name === 'E-Signature Request Trigger')!;

	inEditor('stores the file when it is signed', async (stage) => {
		const { n8n, sandbox, files } = stage.scene;
		await n8n.untilListening(`${trigger.webhookId}/e-signature`);
		const request = await send(stage, 'sign-from-a-form', fields);
		expect(request.message).toBe('Hello Ann Meier, please sign this document.');

		await sandbox.people.sign(request.id);
		const executions = await signInto(n8n);
		const name = `${path.parse(request.title).name} ${request.id}.pdf`;
		await until(n8n, `file ${name}`, () => readdirSync(files).find((file) => file === name));
		for (const { id } of await executions.list('sign-from-a-form')) {
			await executions.end('sign-from-a-form', id);
		}
		const pdf = readFileSync(path.join(files, name));
		expect((await verifyPdf(pdf, [])).signatures).toHaveLength(1);
	});

	inEditor('writes the address of its trigger, also when imported by hand', async ({ editor }) => {
		await editor.importWorkflow('examples/sign-from-a-form.json');
		await editor.openTrigger(trigger.name);
		await editor.page.getByText('Webhook URLs', { exact: true }).click();
		await editor.see(`${trigger.webhookId}/e-signature`);
		const create = nodes.find(({ name }) => name === 'Create')!;
		expect(create.parameters.callbackAddress).toContain(
			`/webhook/${trigger.webhookId}/e-signature`,
		);
	});

	inEditor('stores nothing when it is declined', async (stage) => {
		const { n8n, sandbox, files } = stage.scene;
		const before = readdirSync(files);
		const request = await send(stage, 'sign-from-a-form', fields);
		const executions = await signInto(n8n);
		const begun = await nextExecution(stage, 'sign-from-a-form');
		sandbox.people.decline(request.id);
		const { id } = await begun();
		expect(await executions.end('sign-from-a-form', id)).toEqual([
			'E-Signature Request Trigger',
			'All Have Signed?',
			'Tell the Sender',
		]);
		expect(readdirSync(files)).toEqual(before);
	});
});

inEditor('old requests are reminded of, once, and young ones are left alone', async (stage) => {
	const { editor, scene } = stage;
	const { mails } = scene.sandbox.store;
	const fields = { Name: 'Ann Meier', 'E-Mail': ANN };
	const old = await send(stage, 'sign-from-a-form', fields);
	old.createdAt -= 4 * DAY_MS;
	await send(stage, 'sign-from-a-form', fields);

	const executions = await signInto(scene.n8n);
	await editor.openWorkflow(example('remind-open-requests'));
	for (const last of ['Reminded', 'Not Reminded']) {
		const begun = await nextExecution(stage, 'remind-open-requests');
		await editor.executeWorkflow();
		const { id } = await begun();
		expect((await executions.end('remind-open-requests', id)).at(-1)).toBe(last);
	}
	const reminded = mails.filter(({ kind }) => kind === 'reminder');
	expect(reminded.map(({ requestId }) => requestId)).toEqual([old.id]);
});

inEditor('requests that nobody waits for are picked up, and no others', async (stage) => {
	const { n8n, sandbox } = stage.scene;
	const receiver = await startReceiver();
	const lists = { method: 'GET', path: '/signature-requests' };
	// Four states for each of the two workflows; the first look takes what it finds for seen.
	const seen = sandbox.calls.count(lists) + 24;
	await until(n8n, 'first look', () => sandbox.calls.count(lists) >= seen || undefined);
	const send = await loggedIn(sandbox);
	const nodesFor = async (address: string) => {
		const begun = await nextExecution(stage, 'pick-up-hastily');
		const { id } = await send('POST', '/v2/signature-requests', {
			title: 'Picked up',
			content: smallPdf.toString('base64'),
			content_type: 'application/pdf',
			signatures: [{ account_email: ANN }],
			callback_success_url: address,
		});
		await sandbox.people.sign(id);
		const execution = await begun();
		return await (await signInto(n8n)).end('pick-up-hastily', execution.id);
	};
	try {
		const passed = ['Ended Requests', 'Until the Service Has Given Up', 'Get Callback Log'];
		const refused = [...passed, 'Nobody Has Taken the End'];
		expect(await nodesFor(`${receiver.address}/webhook-waiting/1/2`)).toEqual(refused);
		receiver.answers.push({ status: 503 });
		expect(await nodesFor(`${receiver.address}/webhook/a-trigger`)).toEqual(refused);
		// Of an execution that was never parked.
		expect(await nodesFor(`${n8n.address}/webhook-waiting/999999/node`)).toEqual([
			...refused,
			'Read the Request',
			'Go On as After Create and Wait',
		]);
	} finally {
		await receiver.close();
	}
});
