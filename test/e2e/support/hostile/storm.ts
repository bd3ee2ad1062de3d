/** Hostile calls by the thousand, and among them people who sign, decline and withdraw. */
import type { RequestRecord } from '../../../../sandbox/state/requestRecord.ts';
import type { Random } from '../../../support/jest/random.ts';
import { nextAttack, repeatsOne, type Knowledge } from './attacks.ts';
import type { Call, Stage } from './stage.ts';
import { pathOf, versions, type Place, type Version } from '../workflows.ts';

const CALLERS = 8;
/** In how many calls there is one request of each kind. */
const CALLS_PER_SET = 250;

export interface Report {
	calls: number;
	byStatus: Record<number, number>;
	/** Calls that are no repetition of a true one, and were answered as if they were. */
	believed: string[];
}

/** Waited for, where it takes time. */
type Step = () => unknown;

export class Storm {
	readonly stage: Stage;
	readonly random: Random;
	/** Addresses that an update of their request has replaced. */
	readonly #replaced: Array<Pick<RequestRecord, 'id' | 'documentIds' | 'callbackUrls'>> = [];
	readonly #plans: Step[][] = [];
	readonly #forTriggers: RequestRecord[] = [];

	constructor(stage: Stage, random: Random) {
		this.stage = stage;
		this.random = random;
	}

	/** Requests for all triggers and waiting nodes, of strangers too, and what people will do with them. */
	async prepare(calls: number): Promise<void> {
		const sets = Math.ceil(calls / CALLS_PER_SET);
		for (let set = 0; set < sets; set++) {
			await Promise.all([
				this.#forTrigger('first'),
				this.#forTrigger('second'),
				this.#forTrigger('alone'),
				this.#typed(),
				this.#moved(),
				this.#wait('wait-v2'),
				this.#wait('wait-v3'),
				this.#wait('wait-many'),
				this.#withoutCallbacks(),
			]);
			await this.#shared();
		}
	}

	async rage(calls: number): Promise<Report> {
		const { random, stage } = this;
		const report: Report = { calls: 0, byStatus: {}, believed: [] };
		const steps = this.#spread(calls);
		const underWay: Array<Promise<unknown>> = [];
		const call = async () => {
			while (report.calls < calls) {
				const number = report.calls++;
				underWay.push(...(steps.get(number) ?? []).map((step) => step()));
				const known = this.#knowledge();
				const attack = nextAttack(random, known);
				const status = await stage.call(attack);
				report.byStatus[status] = (report.byStatus[status] ?? 0) + 1;
				if (isBelieved(attack, status) && !repeatsOne(attack, known)) {
					report.believed.push(`${status} ${attack.path}`);
				}
			}
		};
		await Promise.all(Array.from({ length: CALLERS }, call));
		await Promise.all(underWay);
		return report;
	}

	/** Each at some instant of the storm; those of one request one after the other. */
	#spread(calls: number): Map<number, Array<() => Promise<unknown>>> {
		const steps = new Map<number, Array<() => Promise<unknown>>>();
		for (const plan of this.#plans.splice(0)) {
			const instants = plan.map(() => this.random.below(calls)).sort((a, b) => a - b);
			let before: Promise<unknown> = Promise.resolve();
			plan.forEach((step, index) => {
				const instant = instants[index]!;
				const inTurn = () => (before = before.then(step));
				steps.set(instant, [...(steps.get(instant) ?? []), inTurn]);
			});
		}
		return steps;
	}

	/** Callbacks that a trigger did not take at the first call, unless the service lost its patience with a busy machine. */
	get refusedAtFirst(): string[] {
		return this.#forTriggers
			.flatMap(({ callbacks }) => callbacks)
			.filter(({ messages: [first] }) => first?.startsWith('HTTP ') && first !== 'HTTP 200')
			.map(({ url, messages }) => `${messages.join()} ${url}`);
	}

	#knowledge(): Knowledge {
		const { store, settings, username } = this.stage.scene.sandbox;
		const addresses = [...store.requests, ...this.#replaced].flatMap((request) =>
			(['success', 'update', 'error'] as const).flatMap(
				(event) => this.stage.callFor(request, event) ?? [],
			),
		);
		return {
			addresses,
			requestIds: store.requests.map(({ id }) => id),
			documentIds: store.requests.flatMap((one) => [...one.documentIds, ...one.pastDocumentIds]),
			keys: [username, settings.users[1]!.apiKey, 'undefined', 'SERVICE'],
		};
	}

	/** With our node; the service's callbacks go to the trigger. */
	async #create(
		place: Place,
		version: Version,
		signers: number,
		more: string[] = [],
	): Promise<RequestRecord> {
		const trigger = this.stage.addressOf(place);
		const query = { trigger, more: more.join(',') };
		const [request] = await this.stage.ask(`create-${version}`, signers, query);
		return request!;
	}

	async #forTrigger(place: Place): Promise<void> {
		const { random, stage } = this;
		const version = random.pick(versions);
		const signers = 1 + random.below(3);
		const more = version === 'v3' ? [await stage.addDocument(), await stage.addDocument()] : [];
		this.#plan(await this.#create(place, version, signers, more), { isForTrigger: true });
	}

	/** Made for one trigger, then given the addresses of another; the first ones are known to everyone. */
	async #moved(): Promise<void> {
		const { stage } = this;
		const request = await this.#create('first', 'v2', 2);
		const { success, update, error } = (await this.#create('second', 'v2', 2)).callbackUrls;
		const { id, documentIds, callbackUrls } = request;
		this.#replaced.push({ id, documentIds, callbackUrls: { ...callbackUrls } });
		const answer = await stage.us('PUT', '/v2/signature-requests', {
			...{ id, ...addressed({ success, update, error }) },
		});
		expect(answer.status).toBe(200);
		this.#plan(request, { isForTrigger: true });
	}

	async #typed(): Promise<void> {
		const { random, stage } = this;
		const version = random.pick(['v1', 'v2'] as const);
		const extra = random.pick(['', '&document=SERVICE_DOCUMENT_ID', `&api=${version}`]);
		const address = (event: string) =>
			`${stage.addressOf('typed')}?event=${event}&request=SERVICE_SIGNATURE_REQUEST_ID${extra}`;
		const [success, update, error] = ['success', 'update', 'error'].map(address);
		const request = await stage.add(stage.us, {
			...{ version, signers: 1 + random.below(3), ...addressed({ success, update, error }) },
		});
		this.#plan(request, { isForTrigger: true });
	}

	/** One execution may wait for several. */
	async #wait(hook: string): Promise<void> {
		const requests = await this.stage.ask(hook, 1 + this.random.below(2));
		for (const request of requests) this.#plan(request);
	}

	async #withoutCallbacks(): Promise<void> {
		this.#plan(await this.stage.add(this.stage.us));
	}

	/** Of a stranger who lets our account read or write it, and has written addresses of ours into it. */
	async #shared(): Promise<void> {
		const { random, stage } = this;
		const { store, settings } = stage.scene.sandbox;
		const [us] = settings.users;
		const stolen = random.pick(
			store.requests.filter(({ callbackUrls }) => callbackUrls.success?.includes('proof=')),
		);
		const invented = (event: string) =>
			`${stage.addressOf(random.pick(['first', 'second', 'alone']))}?event=${event}&request=SERVICE_SIGNATURE_REQUEST_ID&document=SERVICE_DOCUMENT_ID&api=v2&nonce=${random.hex(32)}&proof=${'0'.repeat(64)}`;
		const urls = random.pick([
			stolen.callbackUrls,
			{ success: invented('success'), update: invented('update'), error: invented('error') },
		]);
		const request = await stage.add(stage.stranger, {
			signers: 1 + random.below(2),
			[random.pick(['read_access', 'write_access'])]: [random.pick([us!.email, us!.username])],
			...addressed(urls),
		});
		this.#plan(request);
	}

	/** Some sign; the last one signs too, declines, or the owner withdraws. */
	#plan(request: RequestRecord, { isForTrigger = false } = {}): void {
		const { random, stage } = this;
		const { id, signatures, owner } = request;
		if (isForTrigger) this.#forTriggers.push(request);
		const { people } = stage.scene.sandbox;
		const by = owner === stage.scene.sandbox.username ? stage.us : stage.stranger;
		const sign: Step = async () => await people.sign(id);
		const signing = Array.from({ length: signatures.length }, () => sign);
		const end = random.pick<Step[]>([
			[sign],
			[sign],
			[() => people.decline(id)],
			[async () => await by('POST', `/v2/signature-requests/${id}/withdraw`, {})],
			[],
		]);
		this.#plans.push([...signing.slice(1), ...end]);
	}
}

const addressed = ({ success, update, error }: RequestRecord['callbackUrls']) => ({
	callback_success_url: success,
	callback_update_url: update,
	callback_error_url: error,
});

/** At the trigger that takes calls without proof, what the service confirms is believed. */
function isBelieved({ method, path }: Call, status: number): boolean {
	return method === 'POST' && status < 400 && !path.includes(pathOf('typed'));
}
