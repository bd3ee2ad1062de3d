/** A real n8n that is killed at one chosen call, and executions that are tried again afterwards. */
import type { Sandbox } from '../../../../sandbox/server.ts';
import type { RequestRecord } from '../../../../sandbox/state/requestRecord.ts';
import type { N8n, Workflow } from '../../../../scripts/n8n/n8nServer.ts';
import { openSession } from '../../../../scripts/n8n/n8nSession.ts';
import { startReceiver, type Receiver } from '../../../sandbox/receiver.ts';
import { groupOf, untilGroupEnded } from '../../../support/machine/processGroup.ts';
import { signInto, type Execution } from '../executions.ts';
import { startModel, type ModelStandIn } from '../modelStandIn.ts';
import { refunds } from '../reviewedAgent.ts';
import { startScene, type Scene } from '../scene.ts';
import { until } from '../until.ts';

/** How a create continues: n8n reads the request back. Without that answer it can't save that it waits. */
const READ = { method: 'GET', path: /\/signature-requests\/[^/]+$/ };

export class RetryStage {
	/** What the model asks for from now on. */
	amounts = '71';
	readonly receiver: Receiver;
	readonly #scene: Scene;
	readonly #model: ModelStandIn;

	private constructor(receiver: Receiver, scene: Scene, model: ModelStandIn) {
		this.receiver = receiver;
		this.#scene = scene;
		this.#model = model;
	}

	/** Each workflow listens to a call of its id. */
	static async open(workflowsTo: (receiver: string) => Workflow[]): Promise<RetryStage> {
		const receiver = await startReceiver();
		const model = await startModel(() => refunds(stage.amounts));
		const workflows = workflowsTo(receiver.address);
		const scene = await startScene({
			workflows,
			credentials: [model.credential],
			isOwn: true,
		});
		const stage = new RetryStage(receiver, scene, model);
		return stage;
	}

	async close(): Promise<void> {
		await this.#scene.close();
		this.#model.close();
		await this.receiver.close();
	}

	get #n8n(): N8n {
		return this.#scene.n8n;
	}

	get sandbox(): Sandbox {
		return this.#scene.sandbox;
	}

	/** The requests that were sent since now, the oldest first. */
	requestsFromNow(): () => RequestRecord[] {
		const before = this.sandbox.store.requests.length;
		return () => this.sandbox.store.requests.slice(before);
	}

	/** The document of a request, as text. */
	documentOf({ documentIds }: RequestRecord): string {
		const { store } = this.sandbox;
		return store.contentOf(store.document(documentIds[0]!)!).toString('latin1');
	}

	refunded(amount: number): number {
		return this.receiver.received.filter(({ url }) => url === `/refund?amount=${amount}`).length;
	}

	async start(workflow: string): Promise<void> {
		await this.#n8n.untilListening(workflow);
		await fetch(`${this.#n8n.address}/webhook/${workflow}?amounts=any`, { method: 'POST' });
	}

	/** n8n is killed after the service has taken its request, and before n8n can save that it waits. */
	async killAfterCreate(workflow: string): Promise<void> {
		const { faults, calls } = this.sandbox;
		const requests = this.requestsFromNow();
		const before = calls.count(READ);
		faults.add({ ...READ, hang: true });
		await this.start(workflow);
		await this.untilSeen(`request of ${workflow}`, () => calls.count(READ) > before);
		expect(requests()).toMatchObject([{ status: 'OPEN' }]);
		await this.kill();
		faults.clear();
	}

	async untilSeen(what: string, isSeen: () => boolean): Promise<void> {
		await until(this.#n8n, what, () => isSeen() || undefined);
	}

	async until(workflow: string, status: Execution['status']): Promise<void> {
		await (await signInto(this.#n8n)).until(workflow, status);
	}

	async kill(): Promise<void> {
		const group = groupOf(this.#n8n.pid);
		process.kill(this.#n8n.pid, 'SIGKILL');
		await this.#n8n.stop();
		await untilGroupEnded(group);
	}

	async startAgain(): Promise<void> {
		await this.#n8n.start();
	}

	/** Of the execution that was killed; answers when it has ended or waits. */
	async retry(workflow: string, { saved = false } = {}): Promise<{ status: string }> {
		const killed = (await (await signInto(this.#n8n)).listAll(workflow)).at(-1)!;
		expect(killed.status).toBe('crashed');
		const session = await openSession(this.#n8n);
		const body = { loadWorkflow: saved };
		return (await session.post(`/executions/${killed.id}/retry`, body)) as { status: string };
	}

	/** As a user edits a node and saves, without publishing. */
	async change(workflow: string, node: string, parameters: object): Promise<void> {
		const session = await openSession(this.#n8n);
		const { nodes, versionId } = (await session.get(`/workflows/${workflow}`)) as {
			nodes: Array<{ name: string; parameters: object }>;
			versionId: string;
		};
		Object.assign(nodes.find(({ name }) => name === node)!.parameters, parameters);
		await session.patch(`/workflows/${workflow}`, { nodes, versionId });
	}
}
