/** The processes of queue mode, and a receiver to which all workflows pass on what they received. */
import type { ReceivedCall } from '../../../sandbox/http/watch.ts';
import type { RequestRecord } from '../../../sandbox/state/requestRecord.ts';
import { createClock } from '../../../sandbox/state/clock.ts';
import type { N8n } from '../../../scripts/n8n/n8nServer.ts';
import type { Execution } from '../../e2e/support/executions.ts';
import { workflowsTo, hooks } from '../../e2e/support/workflows.ts';
import { until } from '../../e2e/support/until.ts';
import { untilPolled } from '../../e2e/support/untilPolled.ts';
import { startReceiver, type Receiver } from '../../sandbox/receiver.ts';
import { smallPdf } from '../../support/files/pdf.ts';
import { startAnew } from './breaking.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { exampleCalledAs, exampleHooks, oncePath, onceTo, roundTrip } from './workflows.ts';
import type { ExampleHook } from './workflows.ts';

const BOOT_LIMIT_MS = 1_800_000;
/** So long after a call that no one has answered, the service calls again. */
const REPEAT_MS = 10 * 60_000;
/** Whose run dies with its worker is never answered. */
const PATIENCE_MS = 30_000;
const ANN = 'ann@example.com';

const ends = ['SIGNED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'ERROR'];

/** What someone asked n8n for. */
export interface Ask {
	hook: string;
	title: string;
	/** Which address callbacks go to; of a create only. */
	trigger?: string;
	/** The last day on which it may be signed; of a create in v3 only. */
	expires?: string;
}

interface AskInTurn {
	count: number;
	callers: number;
	hook: string;
	trigger?: string;
}

export interface StageOptions {
	/** How much faster than ours the service's time passes. */
	speed?: number;
	/** For so long of its own time the service goes on calling. */
	callbackGiveUpMs?: number;
	env?: Record<string, string>;
	hookCount?: 1 | 2;
}

export class Stage {
	readonly cluster: Cluster;
	readonly receiver: Receiver;
	/** Is shown every call that the service gets, before it is answered. */
	onCall?: (call: ReceivedCall) => void;
	/** Of the whole time; the service's own log keeps the last ones only. */
	readonly seen = { calls: 0, logins: 0 };
	/** What was measured, printed at the end. */
	readonly figures: Array<Record<string, string | number>> = [];

	private constructor(cluster: Cluster, receiver: Receiver) {
		this.cluster = cluster;
		this.receiver = receiver;
	}

	static async open({ speed = 1, env, hookCount, ...settings }: StageOptions = {}): Promise<Stage> {
		const receiver = await startReceiver();
		const workflows = [
			...workflowsTo(receiver.address, { watch: { apiVersion: 'v3', states: ends } }),
			...[onceTo(receiver.address), roundTrip()],
			...exampleHooks.map((hook) => exampleCalledAs(hook, receiver.address)),
		];
		const opened: Stage[] = [];
		const service = {
			...settings,
			clock: createClock({ speed }),
			onCall: (call: ReceivedCall) => opened[0]?.watch(call),
		};
		const stage = new Stage(await openCluster({ workflows, service, env, hookCount }), receiver);
		opened.push(stage);
		try {
			await stage.untilReady();
			return stage;
		} catch (error) {
			await stage.close();
			throw error;
		}
	}

	async untilReady(): Promise<void> {
		const paths = [...hooks, oncePath, 'round-trip', ...exampleHooks];
		for (const one of this.cluster.hooks) for (const hook of paths) await one.untilListening(hook);
		await untilPolled({ n8n: this.cluster.main, sandbox: this.sandbox }, 1);
	}

	watch(call: ReceivedCall): void {
		this.seen.calls++;
		if (call.path.endsWith('/access/login')) this.seen.logins++;
		this.onCall?.(call);
	}

	async close(): Promise<void> {
		await this.cluster.close();
		await this.receiver.close();
	}

	get sandbox() {
		return this.cluster.sandbox;
	}

	/** Looks until there is something, while the main process lives. */
	async until<T>(
		what: string,
		look: () => T | undefined | Promise<T | undefined>,
		limitMs?: number,
	): Promise<T> {
		try {
			return await until(this.cluster.main, what, look, limitMs);
		} catch (error) {
			throw new Error(`${String(error)} ${await this.#lately()}`, { cause: error });
		}
	}

	/** Of the executions, for those who look for a fault. */
	async #lately(): Promise<string> {
		const { executions, lastError } = this.cluster;
		const newest = (await executions()).slice(0, 10).map(({ id, status }) => `${id} ${status}`);
		return `The newest executions: ${newest.join(', ')}. The last error: ${await lastError()}`;
	}

	/** How n8n answered; 0 when it did not. */
	async send({ hook, title, trigger = 'none', expires = '' }: Ask): Promise<number> {
		const query = new URLSearchParams({ title, signers: ANN, trigger, expires });
		return await fetch(`${this.cluster.address}/webhook/${hook}?${query.toString()}`, {
			method: 'POST',
			headers: { 'content-type': 'application/pdf' },
			body: smallPdf,
			signal: AbortSignal.timeout(PATIENCE_MS),
		}).then(
			async (answer) => {
				await answer.arrayBuffer();
				return answer.status;
			},
			() => 0,
		);
	}

	/** Asks n8n for a request, and answers with it when the service has it. */
	async ask(ask: Ask): Promise<RequestRecord> {
		const status = await this.send(ask);
		if (status > 200) {
			const why = await this.cluster.lastError();
			throw new Error(
				`n8n answered ${status} to ${ask.title}. The last execution with an error: ${why}`,
			);
		}
		return await this.until(`request ${ask.title}`, () =>
			this.sandbox.store.requests.find(({ title }) => title === ask.title),
		);
	}

	async askForMany(count: number, hook: string, trigger?: string): Promise<RequestRecord[]> {
		const before = this.sandbox.store.requests.length;
		const asks = Array.from({ length: count }, (_, index) => ({
			...{ hook, trigger, title: `${hook} ${before + index}` },
		}));
		return await Promise.all(asks.map(async (one) => await this.ask(one)));
	}

	/** So many, by a few callers who ask again when they were answered. */
	async askInTurn({ count, callers, hook, trigger }: AskInTurn): Promise<void> {
		const from = this.sandbox.store.requests.length;
		let next = 0;
		const call = async () => {
			while (next < count) await this.ask({ hook, trigger, title: `${hook} ${from + next++}` });
		};
		await Promise.all(Array.from({ length: callers }, call));
	}

	async untilWaiting(count: number, limitMs?: number): Promise<void> {
		const look = async () => {
			const all = await this.cluster.executions('wait');
			return all.filter(({ status }) => status === 'waiting').length === count || undefined;
		};
		await this.until(`${count} waiting executions`, look, limitMs);
	}

	/** An example that waits for a call instead of its time. */
	async run(hook: ExampleHook): Promise<void> {
		const { status } = await fetch(`${this.cluster.address}/webhook/${hook}`, {
			method: 'POST',
		});
		if (status !== 200) throw new Error(`n8n answered ${status} to ${hook}.`);
	}

	/** The service calls until it is heard or gives up. */
	async deliver(): Promise<void> {
		const { sandbox } = this;
		await sandbox.settled();
		const isCalling = () =>
			sandbox.store.requests.some(({ callbacks }) =>
				callbacks.some(
					({ state, url }) => state === 'OPEN' && url.startsWith(this.cluster.address),
				),
			);
		while (isCalling()) {
			await sandbox.clock.advance(REPEAT_MS);
			await sandbox.settled();
		}
	}

	timesReceived(place: string, id: string): number {
		// Thousands of calls are looked at many times a second: few are worth parsing.
		const calls = this.receiver.received.filter(
			({ url, body }) => url === place && body.includes(id),
		);
		return calls.filter(({ body }) => idOf(body) === id).length;
	}

	async untilReceived(place: string, requests: RequestRecord[]): Promise<number[]> {
		for (const { id } of requests) {
			await this.until(`${id} at ${place}`, () => this.timesReceived(place, id) > 0 || undefined);
		}
		return requests.map(({ id }) => this.timesReceived(place, id));
	}

	/** Waits until nothing of a workflow is under way, and answers with all that was. */
	async untilEnded(workflowId: string): Promise<Execution[]> {
		return await this.until(`end of ${workflowId}`, async () => {
			const all = await this.cluster.executions(workflowId);
			const isUnderWay = all.some(({ status }) => ['new', 'running', 'waiting'].includes(status));
			return all.length > 0 && !isUnderWay ? all : undefined;
		});
	}

	/** As a supervisor does: what has ended is started again. */
	async revive(): Promise<number> {
		const { main, hooks: listeners, workers } = this.cluster;
		const ended = [main, ...listeners, ...workers].filter((one) => !one.isAlive);
		for (const one of ended) {
			await one.stop();
			await startAnew(one);
		}
		return ended.length;
	}

	/** Whether this process has run an execution. */
	hasRun({ words }: N8n, executionId: string): boolean {
		return new RegExp(`execution ${executionId}\\b`).test(words);
	}
}

function idOf(body: string): string | undefined {
	const item = JSON.parse(body) as { requestId?: string; id?: string; request?: { id: string } };
	return item.requestId ?? item.request?.id ?? item.id;
}

/** For a whole test file, which is left out where queue mode cannot be had. */
export function setStage(
	title: string,
	body: (stage: () => Stage) => void,
	options?: StageOptions,
) {
	const place = process.env.POSTGRES === undefined ? describe.skip : describe;
	place(title, () => {
		let stage: Stage | undefined;
		beforeAll(async () => void (stage = await Stage.open(options)), BOOT_LIMIT_MS);
		afterAll(async () => {
			if (stage?.figures.length) console.table(stage.figures);
			await stage?.close();
		}, BOOT_LIMIT_MS);
		body(() => stage!);
	});
}
