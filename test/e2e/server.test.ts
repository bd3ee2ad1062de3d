/** A separate n8n: what it does with files, and what continues after it was killed. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { trustedRoots } from '../../sandbox/pdf/cms/certificate.ts';
import { createClock } from '../../sandbox/state/clock.ts';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import { publishAll } from '../../scripts/n8n/n8nSession.ts';
import { startReceiver, type Receiver } from '../sandbox/receiver.ts';
import { pdfOfSize } from '../support/files/pdf.ts';
import { groupOf, untilGroupEnded } from '../support/machine/processGroup.ts';
import { createElsewhere } from './support/createdElsewhere.ts';
import { runByHand, signInto } from './support/executions.ts';
import { expectRoundTrip } from './support/roundTrip.ts';
import { readWorkflow, startScene, type Scene } from './support/scene.ts';
import { until } from './support/until.ts';
import { callWorkflow } from './support/workflows.ts';

const ANN = 'ann@example.com';
const LASTING = ['create-for-trigger', 'polling', 'send-and-wait', 'three-triggers'];
const reads = { method: 'GET', path: '/signature-requests/{id}' };

let scene: Scene;
let receiver: Receiver;

beforeAll(async () => {
	receiver = await startReceiver();
	const read = ['file-round-trip', 'webhook-round-trip', ...LASTING].map(readWorkflow);
	const text = JSON.stringify(read).replaceAll('RECEIVER', receiver.address);
	// Time stands still, so that the service repeats a callback only on demand.
	const service = { clock: createClock({ speed: 0 }) };
	scene = await startScene({
		isOwn: true,
		workflows: JSON.parse(text) as never,
		publish: false,
		service,
	});
	await publishAll(scene.n8n, ['webhook-round-trip']);
	await scene.n8n.untilListening('round-trip');
});

afterAll(async () => {
	await scene?.close();
	await receiver?.close();
});

const run = async (id: string) => await runByHand(scene.n8n, id);

const roundTrip = async (body: Buffer) =>
	await fetch(`${scene.n8n.address}/webhook/round-trip?title=Called.pdf`, {
		method: 'POST',
		headers: { 'content-type': 'application/pdf' },
		body: Uint8Array.from(body),
	});

it('logs in once for the first ten calls, all at the same time, and answers with their PDFs', async () => {
	const pdf = pdfOfSize(100_000);
	const responses = await Promise.all(Array.from({ length: 10 }, () => roundTrip(pdf)));
	expect(scene.sandbox.calls.count({ method: 'POST', path: '/access/login' })).toBe(1);
	for (const response of responses) {
		expect(response.headers.get('content-type')).toBe('application/pdf');
		expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
	}
});

it('a large PDF comes back from the service byte for byte', async () => {
	await expectRoundTrip(scene, { mode: 'filesystem', run });
});

/** One kill for all that has to outlive it. What n8n is to find afterwards has happened before, or while it was dead. */
describe('n8n that is killed, and started again', () => {
	const waiting: Record<'signed' | 'late', string> = { signed: '', late: '' };
	const polled: Record<'before' | 'meanwhile', string> = { before: '', meanwhile: '' };
	/** The true callbacks of the triggers. The last one is answered in the instant of the kill. */
	const called: string[] = [];
	const answers: number[] = [];
	let duringTheCall: unknown;

	beforeAll(async () => {
		const { n8n, sandbox } = scene;
		await publishAll(n8n, LASTING);
		await untilReady();
		waiting.late = await startWaiting({ minutes: '0.2' });
		waiting.signed = await startWaiting({});
		called.push(await signAt('first'), await signAt('second'));
		const declined = await createElsewhere(sandbox, { title: 'Declined', signer: ANN });
		sandbox.people.decline(declined, ANN);
		polled.before = await signElsewhere('Zoë Müller');
		await until(n8n, 'three runs', () => passedOn().length >= 3 || undefined);
		await until(n8n, 'a file', () => filesOf(polled.before).length > 0 || undefined);

		sandbox.faults.add({ ...reads, status: 503, times: 1 });
		called.push(await signAt('second'));
		sandbox.faults.add({ path: '/documents', hang: true });
		const group = groupOf(n8n.pid);
		const call = n8n.whileAlive(() => roundTrip(pdfOfSize(1000)));
		const ended = call.catch((error: unknown) => (duringTheCall = error));
		answers.push(await post(called.at(-1)!));
		process.kill(n8n.pid, 'SIGKILL');
		await ended;
		await n8n.stop();
		await untilGroupEnded(group);

		sandbox.faults.clear();
		polled.meanwhile = await signElsewhere('Max Moser');
		await n8n.start({ N8N_DEFAULT_BINARY_DATA_MODE: 'database' });
		await untilReady();
	});

	async function untilReady() {
		const triggers = ['e-signature/first', 'e-signature/second'];
		for (const webhook of [...triggers, 'create-for-trigger', 'send-and-wait']) {
			await scene.n8n.untilListening(webhook);
		}
		// The first poll decides what counts as new.
		await untilPolled(2);
	}

	/** By both triggers. */
	async function untilPolled(times: number) {
		const { n8n, sandbox } = scene;
		const counts = () =>
			['SIGNED', 'DECLINED'].map(
				(state) =>
					sandbox.calls
						.matching({ method: 'GET', path: '/signature-requests' })
						.filter(({ query, status }) => query.includes(state) && status === 200).length,
			);
		const before = counts();
		await until(
			n8n,
			`${times} polls`,
			() => counts().every((count, at) => count >= before[at]! + times) || undefined,
		);
	}

	/** Answers with the request of an execution that waits. */
	async function startWaiting(query: Record<string, string>): Promise<string> {
		const { n8n, sandbox } = scene;
		const executions = await signInto(n8n);
		const title = `Contract ${sandbox.store.requests.length}`;
		await callWorkflow(n8n, 'send-and-wait', { title, signers: ANN, ...query });
		const { id } = await until(n8n, 'request', () =>
			sandbox.store.requests.find((one) => one.title === title),
		);
		await until(n8n, 'waiting execution', async () => {
			const all = await executions.list('send-and-wait');
			return all.every(({ status }) => status === 'waiting') || undefined;
		});
		return id;
	}

	/** Has a request signed whose callbacks go to a trigger, and gives the address that was called. */
	async function signAt(name: string): Promise<string> {
		const { n8n, sandbox } = scene;
		const trigger = `${n8n.address}/webhook/e-signature/${name}`;
		const answer = await callWorkflow(n8n, 'create-for-trigger', { signers: ANN, trigger });
		const { id } = (await answer.json()) as { id: string };
		await sandbox.people.sign(id);
		await sandbox.settled();
		return sandbox.store.request(id)!.callbacks[0]!.url;
	}

	/** Past n8n; answers with the id. */
	async function signElsewhere(name: string): Promise<string> {
		const { sandbox } = scene;
		const id = await createElsewhere(sandbox, { title: `Contract of ${name}`, signer: ANN });
		await sandbox.people.sign(id, undefined, name);
		return id;
	}

	const post = async (address: string) => (await fetch(address, { method: 'POST' })).status;

	const received = (place: string) =>
		receiver.received
			.filter(({ url }) => url === place)
			.map(({ body }) => JSON.parse(body) as { id: string; requestId?: string; outcome: string });

	/** The ids of the requests for which a run of the three triggers has passed its item on. */
	const passedOn = () => received('/event').map(({ id }) => id);

	/** Every poll's run writes a file with another name. */
	const filesOf = (id: string) => readdirSync(scene.files).filter((name) => name.startsWith(id));

	const outcomeOf = async (id: string) =>
		await until(scene.n8n, 'outcome', () =>
			received('/ended').find((one) => (one.requestId ?? one.id) === id),
		);

	it('fails a call at once that was under way, and says why', () => {
		expect(String(duringTheCall)).toMatch(/n8n has ended \(killed by SIGKILL\)/);
	});

	it('goes on with an execution that waits when all have signed, and with its file', async () => {
		const { sandbox, files } = scene;
		const id = waiting.signed;
		await sandbox.people.sign(id);
		expect(await outcomeOf(id)).toMatchObject({
			id,
			outcome: 'signed',
			updates: 0,
			status: 'SIGNED',
			progress: { signed: 1, total: 1 },
		});
		const pdf = readFileSync(path.join(files, `${id}.pdf`));
		expect((await verifyPdf(pdf, [])).signatures).toHaveLength(1);
	});

	it('ends an execution whose time is over', async () => {
		expect(await outcomeOf(waiting.late)).toMatchObject({ outcome: 'timeLimit' });
	});

	it('has stored the runs of all that it answered, and starts none of them again', async () => {
		const executions = await signInto(scene.n8n);
		expect(answers).toEqual([200]);
		for (const address of called) expect(await post(address)).toBe(200);
		await untilPolled(2);
		expect(await executions.list('three-triggers')).toHaveLength(4);
		expect(new Set(passedOn()).size).toBe(passedOn().length);
	});

	it('polls what was signed meanwhile, and nothing twice', async () => {
		const { n8n, sandbox, files } = scene;
		const { store } = sandbox;
		const [documentId] = store.request(polled.meanwhile)!.documentIds;
		const signed = store.contentOf(store.document(documentId!)!);
		const read = () =>
			filesOf(polled.meanwhile).map((name) => readFileSync(path.join(files, name)));
		await until(n8n, 'signed file', () => read()[0]?.length === signed.length || undefined);
		const { signatures } = await verifyPdf(read()[0]!, await trustedRoots());
		expect(signatures).toMatchObject([
			{ signer: 'Max Moser', integrity: 'intact', trust: 'trusted' },
		]);
		await untilPolled(2);
		expect([filesOf(polled.before), filesOf(polled.meanwhile)]).toMatchObject([
			{ length: 1 },
			{ length: 1 },
		]);
	});

	it('takes a large PDF to the service and back with binary data in the database', async () => {
		await expectRoundTrip(scene, { mode: 'database', run });
	});
});
