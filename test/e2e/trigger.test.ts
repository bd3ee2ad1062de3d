import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClock } from '../../sandbox/state/clock.ts';
import { trustedRoots } from '../../sandbox/pdf/cms/certificate.ts';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import { arriveAt, confirmAs, signAs } from '../sandbox/pages/stage.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import type { Receiver } from '../sandbox/receiver.ts';
import { startBrowser } from '../support/machine/browser.ts';
import { forger } from '../support/service/forger.ts';
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
	scene = await startScene({ workflows, service: { clock: createClock({ speed: 0 }) }, isOwn: true });
	await untilListening();
});

afterAll(async () => {
	await scene?.close();
	await receiver?.close();
});

async function untilListening() {
	for (const webhook of [PATH, 'create-for-trigger']) await scene.n8n.untilListening(webhook);
}

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

it('someone signs on the page, the workflow runs, and the PDF that comes out carries the signature', async () => {
	const { sandbox, files } = scene;
	const id = await create(ANN, BOB);
	const browser = await startBrowser();
	try {
		for (const [email, name] of [
			[ANN, 'Ann Muster'],
			[BOB, 'Bob Brown'],
		] as const) {
			const page = await browser.newPage();
			await page.goto(`${sandbox.address}/app/sign/${id}`);
			await confirmAs(page, email);
			await arriveAt(page, 'Contract');
			await signAs(page, name);
			await arriveAt(page, 'Thank you, you have signed');
			await page.close();
		}
	} finally {
		await browser.close();
	}
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

it('the same callback, twenty times at once and after a restart, starts one run', async () => {
	const { sandbox, n8n } = scene;
	const id = await create(ANN);
	const before = await runs();
	sandbox.faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 503, times: 1 });
	await sandbox.people.sign(id);
	await sandbox.settled();
	const address = calledAddress(id);
	const statuses = await Promise.all(Array.from({ length: 20 }, async () => await post(address)));
	expect(statuses).toEqual(Array(20).fill(200));
	await untilPassedOn(id, 'success');

	await n8n.stop();
	await n8n.start();
	await untilListening();
	expect(await post(address)).toBe(200);
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

it('callbacks that came while the service could not be asked are delivered later, none twice', async () => {
	const { sandbox } = scene;
	const ids = [await create(ANN), await create(ANN), await create(ANN)];
	const before = await runs();
	sandbox.faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 503 });
	for (const id of ids) await sandbox.people.sign(id);
	await sandbox.settled();
	expect(await runs()).toBe(before);
	sandbox.faults.clear();
	await sandbox.clock.advance(10 * 60_000);
	for (const id of ids) await untilPassedOn(id, 'success');
	await sandbox.clock.advance(60 * 60_000);
	await sandbox.settled();
	expect((await runs()) - before).toBe(3);
});
