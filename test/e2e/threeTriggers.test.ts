/** Two callback triggers and a polling trigger in one workflow, whose memory n8n saves as a whole. */
import { createClock } from '../../sandbox/state/clock.ts';
import { loggedIn } from '../sandbox/client.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import type { Receiver } from '../sandbox/receiver.ts';
import { smallPdf } from '../support/files/pdf.ts';
import { signInto } from './support/executions.ts';
import { readWorkflow, startScene } from './support/scene.ts';
import type { Scene } from './support/scene.ts';
import { until } from './support/until.ts';

const FIRST = 'e-signature/first';
const SECOND = 'e-signature/second';
const polls = { method: 'GET', path: '/signature-requests' };
const reads = { method: 'GET', path: '/signature-requests/{id}' };

let scene: Scene;
let receiver: Receiver;

beforeAll(async () => {
	receiver = await startReceiver();
	const text = JSON.stringify(['three-triggers', 'create-for-trigger'].map(readWorkflow));
	const workflows = JSON.parse(text.replaceAll('RECEIVER', receiver.address)) as never;
	// Time stands still, so that the service repeats a callback only on demand.
	scene = await startScene({ workflows, service: { clock: createClock({ speed: 0 }) }, isOwn: true });
	await untilReady();
});

afterAll(async () => {
	await scene?.close();
	await receiver?.close();
});

async function untilReady() {
	for (const webhook of [FIRST, SECOND, 'create-for-trigger']) {
		await scene.n8n.untilListening(webhook);
	}
	// The first look is one at two lists, and decides what counts as new.
	await untilPolled(4);
}

async function untilPolled(times: number) {
	const { n8n, sandbox } = scene;
	const count = () => sandbox.calls.matching(polls).filter(({ status }) => status === 200).length;
	const before = count();
	await until(n8n, `${times} polls`, () => count() >= before + times || undefined);
}

/** Has a request signed whose callbacks go to a trigger, and gives the address that was called. */
async function sign(trigger: string): Promise<string> {
	const { n8n, sandbox } = scene;
	const address = `${n8n.address}/webhook/${trigger}`;
	const query = new URLSearchParams({ signers: 'ann@example.com', trigger: address });
	const answer = await fetch(`${n8n.address}/webhook/create-for-trigger?${query.toString()}`, {
		method: 'POST',
		headers: { 'content-type': 'application/pdf' },
		body: smallPdf,
	});
	const { id } = (await answer.json()) as { id: string };
	await sandbox.people.sign(id);
	await sandbox.settled();
	return sandbox.store.request(id)!.callbacks[0]!.url;
}

/** Has a request declined that has no callbacks. */
async function decline(): Promise<string> {
	const send = await loggedIn(scene.sandbox);
	const { id } = await send('POST', '/v2/signature-requests', {
		title: 'Contract',
		content: smallPdf.toString('base64'),
		content_type: 'application/pdf',
		signatures: [{ account_email: 'ann@example.com' }],
	});
	scene.sandbox.people.decline(id);
	return id;
}

const post = async (address: string) => (await fetch(address, { method: 'POST' })).status;

/** The ids of the requests for which a run has passed its item on, one for each run. */
const passedOn = () => receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);

const runs = async () => (await (await signInto(scene.n8n)).list('three-triggers')).length;

it('remembers what all of them have handled across a restart, and starts no second run', async () => {
	const { n8n } = scene;
	const called: string[] = [];
	for (let round = 0; round < 5; round++) {
		called.push(await sign(FIRST), await sign(SECOND));
		const id = await decline();
		await until(n8n, `run for ${id}`, () => passedOn().find((one) => one === id));
	}
	await until(n8n, 'end of all runs', () => passedOn().length >= 15 || undefined);

	await n8n.stop();
	await n8n.start();
	await untilReady();
	for (const address of called) expect(await post(address)).toBe(200);
	await untilPolled(2);
	expect(await runs()).toBe(15);
	expect(new Set(passedOn()).size).toBe(15);
});

it('has stored the run when it answers: killed in that instant, it knows of it and starts no other', async () => {
	const { n8n, sandbox } = scene;
	const before = await runs();
	const called: string[] = [];
	const statuses: number[] = [];
	for (const trigger of [FIRST, SECOND]) {
		sandbox.faults.add({ ...reads, status: 503, times: 1 });
		const address = await sign(trigger);
		called.push(address);
		statuses.push(await post(address));
	}
	process.kill(n8n.pid, 'SIGKILL');
	expect(statuses).toEqual([200, 200]);
	await n8n.stop();
	await n8n.start();
	await untilReady();
	expect((await runs()) - before).toBe(2);
	for (const address of called) expect(await post(address)).toBe(200);
	expect((await runs()) - before).toBe(2);
});
