import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClock } from '../../sandbox/state/clock.ts';
import { trustedRoots } from '../../sandbox/pdf/cms/certificate.ts';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import { startReceiver, type Receiver } from '../sandbox/receiver.ts';
import { signInto } from './support/executions.ts';
import { readWorkflow, startScene, type Scene } from './support/scene.ts';
import { until } from './support/until.ts';
import { callWorkflow } from './support/workflows.ts';

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const PATH = 'on-signature';

let scene: Scene;
let receiver: Receiver;

beforeAll(async () => {
	receiver = await startReceiver();
	const text = JSON.stringify(['on-signature', 'create-for-trigger'].map(readWorkflow));
	const workflows = JSON.parse(text.replaceAll('RECEIVER', receiver.address)) as never;
	// Time stands still, so that the service repeats a callback only on demand.
	scene = await startScene({ workflows, service: { clock: createClock({ speed: 0 }) } });
	for (const webhook of [PATH, 'create-for-trigger']) await scene.n8n.untilListening(webhook);
});

afterAll(async () => {
	await scene?.close();
	await receiver?.close();
});

/** Sends a document for signature with our node, its callbacks to the trigger. */
async function create(...signers: string[]): Promise<string> {
	const trigger = `${scene.n8n.address}/webhook/${PATH}`;
	const query = { signers: signers.join(','), trigger };
	const answer = await callWorkflow(scene.n8n, 'create-for-trigger', query);
	expect(answer.status).toBe(200);
	return ((await answer.json()) as { id: string }).id;
}

interface Event {
	event: string;
	id: string;
}

/** The events that workflows have passed on for this request. */
const eventsOf = (id: string) =>
	receiver.received
		.map(({ body }) => JSON.parse(body) as Event)
		.filter((one) => one.id === id)
		.map(({ event }) => event);

const untilPassedOn = async (id: string, event: string) =>
	await until(scene.n8n, `${event} of ${id}`, () => eventsOf(id).find((one) => one === event));

/** How many runs the trigger has started; each ends with passing its event on. */
async function runs(): Promise<number> {
	const executions = await signInto(scene.n8n);
	return await until(scene.n8n, 'end of all runs', async () => {
		const list = await executions.list('on-signature');
		const areDone = list.every(({ status }) => status === 'success');
		return areDone && list.length === receiver.received.length ? list.length : undefined;
	});
}

const calledAddress = (id: string) => scene.sandbox.store.request(id)!.callbacks[0]!.url;

const post = async (address: string) =>
	(await fetch(address, { method: 'POST', headers: { 'content-type': 'text/plain' } })).status;

it('the workflow runs for each signature, and the PDF that comes out carries them', async () => {
	const { sandbox, files } = scene;
	const id = await create(ANN, BOB);
	await sandbox.people.sign(id, ANN, 'Ann Muster');
	await sandbox.people.sign(id, BOB, 'Bob Brown');
	await untilPassedOn(id, 'success');
	await untilPassedOn(id, 'update');
	const pdf = readFileSync(path.join(files, `${id}-success.pdf`));
	const { signatures } = await verifyPdf(pdf, await trustedRoots());
	expect(signatures.map(({ signer, integrity }) => [signer, integrity])).toEqual([
		['Ann Muster', 'intact'],
		['Bob Brown', 'intact'],
	]);
	expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/proof|nonce|signature=/);
});

it('the same callback, twenty times at once, starts one run', async () => {
	const { sandbox } = scene;
	const id = await create(ANN);
	const before = await runs();
	sandbox.faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 503, times: 1 });
	await sandbox.people.sign(id);
	await sandbox.settled();
	const address = calledAddress(id);
	const statuses = await Promise.all(Array.from({ length: 20 }, async () => await post(address)));
	expect(statuses).toEqual(Array(20).fill(200));
	await untilPassedOn(id, 'success');
	expect((await runs()) - before).toBe(1);
});
