import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClock } from '../../sandbox/state/clock.ts';
import { trustedRoots } from '../../sandbox/pdf/cms/certificate.ts';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import { loggedIn } from '../sandbox/client.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import type { Receiver } from '../sandbox/receiver.ts';
import { changed, forger } from '../support/service/forger.ts';
import { smallPdf } from '../support/files/pdf.ts';
import { signInto } from './support/executions.ts';
import { readWorkflow, startScene } from './support/scene.ts';
import type { Scene } from './support/scene.ts';
import { until } from './support/until.ts';

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
	const query = new URLSearchParams({ signers: signers.join(','), trigger });
	const answer = await fetch(
		`${scene.n8n.address}/webhook/create-for-trigger?${query.toString()}`,
		{
			method: 'POST',
			headers: { 'content-type': 'application/pdf' },
			body: smallPdf,
		},
	);
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

it('forged and mutated calls start nothing, and the genuine one among them gets through once', async () => {
	const { sandbox } = scene;
	const [id, other, deleted] = [await create(ANN), await create(ANN), await create(ANN)];
	for (const one of [other, deleted]) {
		await sandbox.people.sign(one);
		await untilPassedOn(one, 'success');
	}
	const [ofOther, ofDeleted] = [calledAddress(other), calledAddress(deleted)];
	sandbox.store.removeRequest(sandbox.store.request(deleted)!);
	sandbox.faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 503, times: 1 });
	await sandbox.people.sign(id);
	await sandbox.settled();
	const genuine = calledAddress(id);
	const forge = forger({ genuine, ofOther, ofDeleted });
	const before = await runs();

	const statuses: number[] = [];
	const count = Number(process.env.FORGED_CALLS ?? 100);
	for (let sent = 0; sent < count; sent += 20) {
		const batch = Array.from({ length: 20 }, async (_, index) => await post(forge(sent + index)));
		statuses.push(...(await scene.n8n.whileAlive(async () => await Promise.all(batch))));
	}
	expect(statuses.filter((status) => status < 400)).toEqual([]);
	expect(await runs()).toBe(before);
	expect(await post(genuine)).toBe(200);
	await untilPassedOn(id, 'success');
	expect(await runs()).toBe(before + 1);
});

it('an address that an update has replaced starts nothing any more', async () => {
	const { sandbox } = scene;
	const [id, other] = [await create(ANN), await create(ANN)];
	const request = sandbox.store.request(id)!;
	const { success } = request.callbackUrls;
	const [document] = request.documentIds;
	const before = changed(success!, { request: id, document });
	const send = await loggedIn(sandbox);
	const { callbackUrls } = sandbox.store.request(other)!;
	await send('PUT', '/v2/signature-requests', { id, callback_success_url: callbackUrls.success });
	await sandbox.people.sign(id);
	await sandbox.settled();
	expect(await post(before)).toBe(401);
});
