import type { INode } from 'n8n-workflow';
import type { Workflow } from '../../scripts/n8n/n8nServer.ts';
import { readExamples } from '../../scripts/start/demoContent.ts';
import { startReceiver, type Receiver } from '../sandbox/receiver.ts';
import { changed } from '../support/service/forger.ts';
import { signInto } from './support/executions.ts';
import { readWorkflow, startScene, type Scene } from './support/scene.ts';
import { until } from './support/until.ts';
import { callWorkflow, everySecond } from './support/workflows.ts';

const ANN = 'ann@example.com';

let scene: Scene;
let receiver: Receiver;

/** The workflow under another address. */
function variant(name: string) {
	const text = JSON.stringify(readWorkflow('send-and-wait'))
		.replaceAll('send-and-wait', name)
		.replaceAll('RECEIVER', receiver.address);
	return JSON.parse(text) as Omit<Workflow, 'nodes'> & { nodes: INode[] };
}

/** As behind a firewall, with the workflow that resumes it. */
function waitBehindFirewall(): Workflow[] {
	const workflow = variant('behind-firewall');
	const node = workflow.nodes.find(({ name }) => name === 'Send and Wait')!;
	node.parameters.options = { resumeBy: 'polling' };
	const resuming = readExamples('examples').find(({ id }) => id === 'resume-waiting-executions')!;
	const trigger = (resuming.nodes as INode[]).find(({ name }) => name === 'Ended Requests')!;
	trigger.parameters.pollTimes = everySecond;
	// The test of the examples puts them into the same n8n under their own ids.
	return [workflow as never, { ...resuming, id: 'resume-behind-firewall' }];
}

/** Two of our waiting nodes in one execution, and n8n's own behind them. */
function waitTwice() {
	const workflow = variant('wait-twice');
	const first = workflow.nodes.find(({ name }) => name === 'Send and Wait')!;
	const parameters = {
		...first.parameters,
		title: "={{ $('Webhook').first().json.query.title + ' again' }}",
		signersJson: `[{ "email": "${ANN}" }]`,
		limitAmount: 60,
	};
	const wait = { type: 'n8n-nodes-base.wait', typeVersion: 1.1, webhookId: crypto.randomUUID() };
	workflow.nodes.push(
		{ ...first, id: 'again', name: 'Again', parameters },
		{ ...first, ...wait, id: 'own', name: 'Wait', parameters: { resume: 'webhook' } },
	);
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const connections = {
		Webhook: to('Send and Wait'),
		'Send and Wait': to('Again'),
		Again: to('Wait'),
		Wait: to('Pass On'),
	};
	return { ...workflow, connections };
}

beforeAll(async () => {
	receiver = await startReceiver();
	scene = await startScene({
		workflows: [variant('wait'), waitTwice() as never, ...waitBehindFirewall()],
	});
	for (const name of ['wait', 'wait-twice', 'behind-firewall']) {
		await scene.n8n.untilListening(name);
	}
});

afterAll(async () => {
	await scene?.close();
	await receiver?.close();
});

/** Starts an execution and answers with its request once it waits. */
async function start(name: string, query: Record<string, string>): Promise<string> {
	const { n8n, sandbox } = scene;
	const executions = await signInto(n8n);
	const earlier = new Set((await executions.list(name)).map(({ id }) => id));
	const title = `Contract ${earlier.size} ${name}`;
	const answer = await callWorkflow(n8n, name, { title, ...query });
	expect(answer.status).toBe(200);
	await until(n8n, 'waiting execution', async () =>
		(await executions.list(name)).find(
			({ id, status }) => !earlier.has(id) && status === 'waiting',
		),
	);
	const request = sandbox.store.requests.find((one) => one.title === title);
	if (!request) throw new Error('No request was created.');
	return request.id;
}

/** What came out of Send and Wait for this request. */
async function outcome(requestId: string): Promise<Record<string, unknown>> {
	return await until(scene.n8n, 'outcome', () =>
		receiver.received
			.map(({ body }) => JSON.parse(body) as { requestId?: string; id?: string })
			.find((body) => (body.requestId ?? body.id) === requestId),
	);
}

it('is not woken by calls that no one should believe, nor ended by a service that is down', async () => {
	const { sandbox } = scene;
	const id = await start('wait', { signers: ANN });
	const request = sandbox.store.request(id)!;
	const [document] = request.documentIds;
	const genuine = changed(request.callbackUrls.success!, { request: id, document });
	const post = async (address: string) => (await fetch(address, { method: 'POST' })).status;

	expect(await post(genuine)).toBe(409);
	expect(await post(changed(genuine, { proof: '0'.repeat(64) }))).toBe(401);
	expect(await post(changed(genuine, { event: 'error' }))).toBe(401);
	expect(await post(changed(genuine, { signature: '0'.repeat(64) }))).toBe(401);
	sandbox.faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 503 });
	await sandbox.people.sign(id);
	await sandbox.settled();
	expect(request.callbacks).toMatchObject([{ state: 'OPEN', messages: ['HTTP 503'] }]);
	const executions = await signInto(scene.n8n);
	expect((await executions.list('wait'))[0]).toMatchObject({ status: 'waiting' });

	sandbox.faults.clear();
	expect(await post(request.callbacks[0]!.url)).toBe(200);
	expect(await outcome(id)).toMatchObject({ outcome: 'signed' });
});

it('is woken by nothing but its own request, and no other waiting node by its calls', async () => {
	const { sandbox, n8n } = scene;
	const executions = await signInto(n8n);
	const post = async (address: string) => (await fetch(address, { method: 'POST' })).status;
	const third = await start('wait', { signers: ANN });
	const first = await start('wait-twice', { signers: ANN });
	await sandbox.people.sign(third);
	await outcome(third);

	// A true call of another request, at the address of this execution.
	const [ofThird] = sandbox.store.request(third)!.callbacks;
	const url = new URL(sandbox.store.request(first)!.callbackUrls.success!);
	for (const [name, value] of new URL(ofThird!.url).searchParams) {
		if (name !== 'signature') url.searchParams.set(name, value);
	}
	expect(await post(url.href)).toBeGreaterThanOrEqual(400);
	expect((await executions.list('wait-twice'))[0]).toMatchObject({ status: 'waiting' });

	const { title } = sandbox.store.request(first)!;
	const waitingAgain = async () => {
		const again = sandbox.store.requests.find((one) => one.title === `${title} again`);
		const [newest] = await executions.list('wait-twice');
		return newest?.status === 'waiting' ? again : undefined;
	};
	await sandbox.people.sign(first);
	const second = await until(n8n, 'second request', waitingAgain);
	const [ofFirst] = sandbox.store.request(first)!.callbacks;
	expect(await post(ofFirst!.url)).toBe(404);
	expect((await executions.list('wait-twice'))[0]).toMatchObject({ status: 'waiting' });
	expect(second.status).toBe('OPEN');

	// Behind it, n8n's own Wait node answers to the bare address of the execution alone.
	const before = receiver.received.length;
	await sandbox.people.sign(second.id);
	await sandbox.settled();
	const { id } = await executions.until('wait-twice', 'waiting');
	for (const { url: late } of [ofFirst!, second.callbacks[0]!]) expect(await post(late)).toBe(404);
	expect((await executions.list('wait-twice'))[0]).toMatchObject({ id, status: 'waiting' });
	expect(receiver.received).toHaveLength(before);
	expect(await executions.read(id)).not.toContain('proof=');
});

it('is resumed by polling if Skribble calls no one', async () => {
	const { sandbox, n8n } = scene;
	const signed = await start('behind-firewall', { signers: ANN });
	const declined = await start('behind-firewall', { signers: ANN });
	await sandbox.people.sign(signed);
	sandbox.people.decline(declined, ANN);
	expect(await outcome(signed)).toMatchObject({ outcome: 'signed' });
	expect(await outcome(declined)).toMatchObject({ outcome: 'declined' });
	expect(sandbox.store.request(signed)!.callbacks).toEqual([]);
	const executions = await signInto(n8n);
	expect(await executions.list('behind-firewall')).toMatchObject([
		{ status: 'success' },
		{ status: 'success' },
	]);
});
