/** A real n8n that is killed again and again, while workflows create requests, wait, are called and poll. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestRecord } from '../../../../sandbox/state/requestRecord.ts';
import { startReceiver, type Receiver } from '../../../sandbox/receiver.ts';
import { groupOf, untilGroupEnded } from '../../../support/machine/processGroup.ts';
import type { Random } from '../../../support/jest/random.ts';
import { signInto } from '../executions.ts';
import { callWorkflow, workflowsTo, hooks, pathOf } from '../workflows.ts';
import { startScene, type Scene } from '../scene.ts';
import { until } from '../until.ts';
import { untilPolled } from '../untilPolled.ts';
import { seenFrom, type Aim } from './aims.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Time leaps here, and a token that n8n has just fetched shall outlive that. */
const service = { tokenLifetimesMs: { v1: DAY_MS, v2: DAY_MS, v3: DAY_MS } };

const LONGEST_WAIT_MS = 60_000;
const REPEAT_MS = 10 * 60_000;
/** In which the service gives up. */
const REPEATS = 13;

export class KillStage {
	readonly scene: Scene;
	readonly receiver: Receiver;
	readonly random: Random;
	/** What callers asked n8n for; each is a title. */
	readonly asked: string[] = [];

	private constructor(parts: Pick<KillStage, 'scene' | 'receiver' | 'random'>) {
		this.scene = parts.scene;
		this.receiver = parts.receiver;
		this.random = parts.random;
	}

	static async open({
		env,
		watchOptions,
		random,
	}: {
		env: Record<string, string>;
		watchOptions: object;
		random: Random;
	}): Promise<KillStage> {
		const receiver = await startReceiver();
		const workflows = workflowsTo(receiver.address, { watch: { options: watchOptions } });
		const scene = await startScene({ workflows, env, service, isOwn: true });
		const stage = new KillStage({ scene, receiver, random });
		try {
			await stage.#untilReady();
			return stage;
		} catch (error) {
			await stage.close();
			throw error;
		}
	}

	async close(): Promise<void> {
		await this.scene.close();
		await this.receiver.close();
	}

	/** One request that n8n has polled: without durable cursors it keeps no place before that. */
	async warmUp(): Promise<void> {
		await this.#ask('create-v2');
		const request = await until(this.scene.n8n, 'request', () => this.#open[0]);
		await this.scene.sandbox.people.sign(request.id);
		await until(this.scene.n8n, 'polled request', () => this.#isPolled(request.id) || undefined);
	}

	#isPolled(id: string): boolean {
		return this.receiver.received.some(({ url, body }) => url === '/watch' && body.includes(id));
	}

	/** Much goes on at once, then n8n is killed; people go on while it is away. */
	async kill({ hasCome, withinMs }: Aim): Promise<void> {
		const { n8n, sandbox } = this.scene;
		await this.#waitForSome();
		const seen = seenFrom(sandbox);
		const group = groupOf(n8n.pid);
		const asked = ['wait-v2', 'wait-v3', 'wait-many', 'create-v2', 'create-v3'].map(
			// Killed, n8n answers no one.
			async (hook) => await this.#ask(hook).catch(() => undefined),
		);
		const ending = this.#endSome(this.#open);
		await untilMoment(() => hasCome(seen()));
		await sleep(this.random.next() * withinMs);
		process.kill(n8n.pid, 'SIGKILL');
		await n8n.stop();
		await untilGroupEnded(group);
		await Promise.all([...asked, ending]);
		await sandbox.settled();
		await this.#endSome(this.#open);
		await sandbox.settled();
		await this.#startAgain();
		await this.#untilReady();
		// The service calls again what no one has answered.
		await n8n.whileAlive(async () => await sandbox.clock.advance(REPEAT_MS));
	}

	/**
	 * As a supervisor does. Killed between storing a run and beginning it, n8n 2.41 ends with an error of its own when it
	 * looks at what it had run, and leaves that out at the next start.
	 */
	async #startAgain(): Promise<void> {
		const { n8n } = this.scene;
		await n8n.start().catch(async (error: Error) => {
			if (!error.message.includes('recoverFromLogs')) throw error;
			await n8n.stop();
			await n8n.start();
		});
	}

	/** All requests come to their end, and the service calls until it is heard or gives up. */
	async finish(): Promise<void> {
		const { n8n, sandbox } = this.scene;
		for (const { id } of this.#open) await sandbox.people.sign(id);
		await sandbox.settled();
		for (let repeat = 0; repeat < REPEATS && this.#isCalling; repeat++) {
			await n8n.whileAlive(async () => await sandbox.clock.advance(REPEAT_MS));
		}
		await untilPolled(this.scene, 2);
	}

	get #isCalling(): boolean {
		const { requests } = this.scene.sandbox.store;
		return requests.some(({ callbacks }) => callbacks.some(({ state }) => state === 'OPEN'));
	}

	get #open(): RequestRecord[] {
		return this.scene.sandbox.store.requests.filter(({ status }) => status === 'OPEN');
	}

	async #ask(hook: string): Promise<void> {
		const { n8n } = this.scene;
		const title = `${hook} ${this.asked.length}`;
		this.asked.push(title);
		await callWorkflow(n8n, hook, {
			title,
			signers: 'ann@example.com',
			trigger: `${n8n.address}/webhook/${pathOf('alone')}`,
		});
	}

	/** For one request and for three, and one for a trigger: so much is there to be called for, whenever the kill comes. */
	async #waitForSome(): Promise<void> {
		const { n8n } = this.scene;
		const executions = await signInto(n8n);
		const earlier = new Set((await executions.listAll('wait')).map(({ id }) => id));
		for (const hook of ['wait-v2', 'wait-many', 'create-v2']) await this.#ask(hook);
		await until(n8n, 'waiting executions', async () => {
			const waiting = (await executions.listAll('wait')).filter(
				({ id, status }) => status === 'waiting' && !earlier.has(id),
			);
			return waiting.length === 2 || undefined;
		});
	}

	/** Half of them, most by signing. */
	async #endSome(requests: RequestRecord[]): Promise<void> {
		const { people } = this.scene.sandbox;
		const chosen = this.random.shuffled(requests).slice(0, Math.ceil(requests.length / 2));
		for (const { id } of chosen) {
			if (this.random.next() < 0.8) await people.sign(id);
			else people.decline(id);
		}
	}

	/** One kill at a hand-over loses nothing; a hand-over is over when the same process polls again. */
	async #untilReady(): Promise<void> {
		for (const hook of hooks) await this.scene.n8n.untilListening(hook);
		await untilPolled(this.scene, 2);
	}
}

/** To the millisecond, unlike until(): what is aimed at is short. */
async function untilMoment(hasCome: () => boolean): Promise<void> {
	const deadline = performance.now() + LONGEST_WAIT_MS;
	while (!hasCome()) {
		if (performance.now() > deadline) throw new Error('What the kill was aimed at did not come.');
		await sleep(1);
	}
}
