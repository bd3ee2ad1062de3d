/** Requests of every kind: asked for by callers, ended by people, all at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestRecord } from '../../../sandbox/state/requestRecord.ts';
import { partsOf, pathOf } from '../../e2e/support/workflows.ts';
import type { Random } from '../../support/jest/random.ts';
import type { Stage } from './stage.ts';

const HOOKS = ['wait-v2', 'wait-v3', 'wait-many', 'create-v2', 'create-v3'] as const;

export interface Asked {
	/** As n8n was given it. */
	title: string;
	hook: (typeof HOOKS)[number];
	/** No one signs it. */
	expires?: string;
	/** How n8n answered; 0 when it did not. */
	status: number;
}

const DAY_MS = 24 * 60 * 60_000;
/** After a refusal: those who ask without a pause keep the processes that come back from coming back. */
const PAUSE_MS = 1_000;
/** Of those that can expire. */
const EXPIRING = 0.3;

/** The requests that come of it. */
export const titlesOf = ({ hook, title }: Asked) =>
	hook === 'wait-many' ? partsOf(title) : [title];

export class Load {
	readonly asked: Asked[] = [];
	/** Logins that are not n8n's. */
	ownLogins = 0;
	readonly #stage: Stage;
	readonly #random: Random;
	readonly #name: string;
	readonly #seen = new Set<string>();
	#isWanted = true;
	#turns: Array<Promise<void>> = [];

	constructor(stage: Stage, { random, name }: { random: Random; name: string }) {
		this.#stage = stage;
		this.#random = random;
		this.#name = name;
	}

	/** So many callers, each asking again when it was answered, and a little later when it was not. */
	begin(callers: number): void {
		this.#turns = Array.from({ length: callers }, async () => {
			while (this.#isWanted) {
				const { status } = await this.ask(this.#random.pick(HOOKS));
				await this.#endSome();
				if (status !== 200) await sleep(PAUSE_MS);
			}
		});
	}

	/** Waits until so many more requests are in the service. */
	async grow(count: number): Promise<void> {
		const aim = this.requests.length + count;
		await this.#stage.until(`${aim} requests`, () => this.requests.length >= aim || undefined);
	}

	async stop(): Promise<void> {
		this.#isWanted = false;
		await Promise.all(this.#turns);
	}

	/** What is open comes to its end too. */
	async endAll(): Promise<void> {
		const { people, clock } = this.#stage.sandbox;
		for (const { id } of this.#awaited) await people.sign(id);
		// Before the clock jumps, so that the service does not give up what it calls for.
		await this.#stage.deliver();
		// Until the end of the day after the next.
		if (this.hasOpen) await clock.advance(3 * DAY_MS);
	}

	get hasOpen(): boolean {
		return this.#open.length > 0;
	}

	get requests(): RequestRecord[] {
		const { requests } = this.#stage.sandbox.store;
		return requests.filter(({ title }) => title.startsWith(`${this.#name} `));
	}

	get #open(): RequestRecord[] {
		return this.requests.filter(({ status }) => status === 'OPEN');
	}

	/** Someone will end them. */
	get #awaited(): RequestRecord[] {
		const left = new Set(this.asked.filter(({ expires }) => expires).map(({ title }) => title));
		return this.#open.filter(({ title }) => !left.has(title));
	}

	async ask(hook: Asked['hook']): Promise<Asked> {
		const title = `${this.#name} ${this.asked.length} ${hook}`;
		const mayExpire = hook === 'create-v3' && this.#random.next() < EXPIRING;
		const asked: Asked = { title, hook, status: 0, ...(mayExpire && { expires: this.#tomorrow }) };
		this.asked.push(asked);
		const trigger = `${this.#stage.cluster.address}/webhook/${pathOf('alone')}`;
		asked.status = await this.#stage.send({ ...asked, trigger });
		return asked;
	}

	get #tomorrow(): string {
		return new Date(this.#stage.sandbox.clock.now() + DAY_MS).toISOString().slice(0, 10);
	}

	/** Two people look, and most of them sign. */
	async #endSome(): Promise<void> {
		const waiting = this.#awaited.filter(({ id }) => !this.#seen.has(id));
		const looking = this.#random.shuffled(waiting).slice(0, 2);
		// At once: other callers look for theirs meanwhile.
		for (const { id } of looking) this.#seen.add(id);
		for (const { id } of looking) await this.#end(id, this.#random.next());
	}

	async #end(id: string, chance: number): Promise<void> {
		const { people } = this.#stage.sandbox;
		if (chance < 0.7) return await people.sign(id);
		if (chance < 0.85) return people.decline(id);
		await this.#withdraw(id);
	}

	/** Which the owner does in another program, with a login of its own. */
	async #withdraw(id: string): Promise<void> {
		const { address, username, apiKey } = this.#stage.sandbox;
		const send = async (path: string, body: object, token?: string) => {
			const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
			const init = { method: 'POST', headers, body: JSON.stringify(body) };
			return await fetch(`${address}/v2${path}`, init);
		};
		this.ownLogins++;
		const login = await send('/access/login', { username, 'api-key': apiKey });
		const token = await login.text();
		const { ok, status } = await send(`/signature-requests/${id}/withdraw`, {}, token);
		if (!ok) throw new Error(`The service refused to withdraw ${id}: ${status}.`);
	}
}
