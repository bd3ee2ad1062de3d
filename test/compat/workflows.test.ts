import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestRecord } from '../../sandbox/state/requestRecord.ts';
import { readExamples } from '../../scripts/start/demoContent.ts';
import { publishAll } from '../../scripts/n8n/n8nSession.ts';
import { signInto } from '../e2e/support/executions.ts';
import { callWorkflow, workflowsTo, pathOf } from '../e2e/support/workflows.ts';
import { itemsOf, openScene, readWorkflow } from '../e2e/support/scene.ts';
import type { PreparedN8n, Scene } from '../e2e/support/scene.ts';
import { until } from '../e2e/support/until.ts';
import { untilPolled } from '../e2e/support/untilPolled.ts';
import { startReceiver, type Receiver } from '../sandbox/receiver.ts';
import { pdfOfSize, smallPdf } from '../support/files/pdf.ts';

const versions = JSON.parse(process.env.PREPARED_VERSIONS!) as Array<
	PreparedN8n & { version: string }
>;

const SEALING = 'seal-and-validate';
const WORKFLOWS = ['one-trigger', 'create', 'wait', 'watch'];

describe.each(versions)('n8n $version', (prepared) => {
	let scene: Scene;
	let receiver: Receiver;

	beforeAll(async () => {
		receiver = await startReceiver();
		const workflows = [
			...['file-round-trip', 'two-signers-in-order'].map(readWorkflow),
			...readExamples('examples').filter(({ id }) => id === SEALING),
			...workflowsTo(receiver.address).filter(({ id }) => WORKFLOWS.includes(id)),
		];
		scene = await openScene({ workflows, prepared });
	});

	afterAll(async () => {
		await scene?.close();
		await receiver?.close();
	});

	it('takes a large PDF to the service and back, byte for byte', async () => {
		const pdf = pdfOfSize(20_000_000);
		writeFileSync(path.join(scene.files, 'in.pdf'), pdf);

		const run = await scene.n8n.execute('file-round-trip');

		expect(run.data.resultData.error).toBeUndefined();
		expect(readFileSync(path.join(scene.files, 'out.pdf')).equals(pdf)).toBe(true);
	});

	it('sends a document to two signers in order', async () => {
		const run = await scene.n8n.execute('two-signers-in-order');

		expect(run.data.resultData.error).toBeUndefined();
		expect(itemsOf(run, 'Get')[0]?.json).toMatchObject({ status: 'OPEN' });
	});

	describe('with published workflows', () => {
		beforeAll(async () => {
			const { n8n } = scene;
			await n8n.start();
			await n8n.whileAlive(() => publishAll(n8n, [SEALING, ...WORKFLOWS]));
			for (const hook of [SEALING, pathOf('alone'), 'create-v2', 'wait-v2']) {
				await n8n.untilListening(hook);
			}
		});

		/** Has a workflow create a request, and answers with it. */
		async function ask(hook: string, title: string): Promise<RequestRecord> {
			const { n8n, sandbox } = scene;
			const trigger = `${n8n.address}/webhook/${pathOf('alone')}`;
			const query = { title, signers: 'ann@example.com', trigger };
			const answer = await n8n.whileAlive(() => callWorkflow(n8n, hook, query));
			expect(answer.status).toBe(200);
			return await until(n8n, `request ${title}`, () =>
				sandbox.store.requests.find((one) => one.title === title && one.status === 'OPEN'),
			);
		}

		/** What a workflow received about a request. */
		async function passedOn(workflow: string, id: string): Promise<unknown> {
			const found = await until(scene.n8n, `run of ${workflow} for ${id}`, () =>
				receiver.received.find(({ url, body }) => url === `/${workflow}` && body.includes(id)),
			);
			return JSON.parse(found.body);
		}

		it('seals what comes in, validates it and answers with it', async () => {
			const response = await scene.n8n.whileAlive(() => callWorkflow(scene.n8n, SEALING, {}));

			expect(response.status).toBe(200);
			const sealed = Buffer.from(await response.arrayBuffer());
			expect(sealed.subarray(0, smallPdf.length).equals(smallPdf)).toBe(true);
			expect(sealed.length).toBeGreaterThan(smallPdf.length);
		});

		it('starts a run when the service calls the request trigger', async () => {
			const { id } = await ask('create-v2', 'Called for');

			await scene.sandbox.people.sign(id);

			expect(await passedOn('alone', id)).toMatchObject({
				event: 'success',
				...{ id, status: 'SIGNED' },
			});
		});

		it('waits in Send and Wait, and goes on when all have signed', async () => {
			const { id } = await ask('wait-v2', 'Waited for');
			const executions = await signInto(scene.n8n);
			const waiting = await executions.until('wait', 'waiting');

			await scene.sandbox.people.sign(id);

			expect(await passedOn('waiting-v2', id)).toMatchObject({ id, outcome: 'signed' });
			await executions.until('wait', 'success', waiting.id);
		});

		it('finds by polling what was signed', async () => {
			await untilPolled(scene, 2);
			const { id } = await ask('create-v2', 'Polled for');

			await scene.sandbox.people.sign(id);

			expect(await passedOn('watch', id)).toMatchObject({
				...{ id, status: 'SIGNED' },
			});
		});
	});
});
