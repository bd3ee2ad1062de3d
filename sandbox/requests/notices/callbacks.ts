import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request as send } from 'undici';
import type { Faults } from '../../http/faults.ts';
import type { Clock } from '../../state/clock.ts';
import { traitsOf } from '../../state/dialect.ts';
import type { CallbackRecord, CallbackType, RequestRecord } from '../../state/requestRecord.ts';
import type { KeptMap } from '../../storage/keptMap.ts';
import type { Settings } from '../../state/settings.ts';
import type { Store } from '../../state/store.ts';

const ANSWER_TIMEOUT_MS = 10_000;
/** A receiver that answers every call with `Retry-After: 0` would be called without a pause. */
const SHORTEST_RETRY_MS = 1000;

interface Outcome {
	accepted: boolean;
	message: string;
	retryAfterMs?: number;
}

/** A callback that is still to be sent; it goes out even when its request is gone. */
interface Due {
	requestId: string;
	record: CallbackRecord;
}

interface Parts {
	clock: Clock;
	settings: Settings;
	store: Store;
	faults: Faults;
}

/** Calls the URLs of a request (interface.md 6) and repeats what is not answered with 2xx. */
export class Callbacks {
	readonly #clock: Clock;
	readonly #settings: Settings;
	readonly #store: Store;
	readonly #due: KeptMap<Due>;
	/** The contract knows two placeholders; the public regions one more, for updates. */
	readonly #namesSignature: boolean;
	readonly #agent: Agent;
	#isClosed = false;
	/** What is kept back, the oldest first; undefined while nothing is. */
	#held?: Array<() => void>;
	readonly #underWay = new Set<Promise<void>>();

	readonly #faults: Faults;

	constructor({ clock, settings, store, faults }: Parts) {
		this.#clock = clock;
		this.#faults = faults;
		this.#settings = settings;
		this.#store = store;
		this.#due = store.kept('dueCallback');
		this.#namesSignature = traitsOf(settings.dialect).knowsSignatureIdPlaceholder;
		this.#agent = new Agent({
			connect: settings.callbackTls,
			headersTimeout: ANSWER_TIMEOUT_MS,
			bodyTimeout: ANSWER_TIMEOUT_MS,
		});
	}

	send(type: CallbackType, request: RequestRecord, signatureId?: string) {
		const template = request.callbackUrls[type];
		if (template === undefined) return;
		const now = this.#clock.now();
		const record: CallbackRecord = {
			id: randomUUID(),
			type,
			state: 'OPEN',
			url: fillIn(template, this.#settings.placeholderPrefix, {
				SIGNATURE_REQUEST_ID: request.id,
				DOCUMENT_ID: request.documentIds[0],
				SIGNATURE_ID: this.#namesSignature && type === 'update' ? signatureId : undefined,
			}),
			attempts: 0,
			messages: [],
			dueAt: now,
			createdAt: now,
			updatedAt: now,
		};
		request.callbacks.push(record);
		this.#due.set(record.id, { requestId: request.id, record });
		void this.#track(this.#attempt(record));
	}

	/** Once more, whatever became of it before; answers whether there is such a callback. */
	repeat(id: string): boolean {
		const request = this.#store.requests.find(({ callbacks }) =>
			callbacks.some((one) => one.id === id),
		);
		const record = request?.callbacks.find((one) => one.id === id);
		if (!request || !record) return false;
		record.state = 'OPEN';
		record.createdAt = this.#clock.now();
		this.#store.touch(request);
		this.#due.set(id, { requestId: request.id, record });
		void this.#track(this.#attempt(record));
		return true;
	}

	/** Takes up what was due when the records were read. */
	resume() {
		for (const [id, { requestId, record: stored }] of this.#due) {
			const known = this.#store.request(requestId)?.callbacks.find((one) => one.id === id);
			const record = known ?? stored;
			this.#due.set(id, { requestId, record });
			this.#schedule(record, record.dueAt ?? this.#clock.now());
		}
	}

	/** Keeps back what would be sent from now on; the answer sends so many, or all and whatever comes later. */
	hold(): (count?: number) => void {
		const held = (this.#held ??= []);
		return (count) => {
			if (count === undefined) this.#held = undefined;
			for (const send of held.splice(0, count ?? held.length)) send();
		};
	}

	/** Resolves when no call is under way; what is kept back is. */
	async settled() {
		while (this.#underWay.size > 0) await Promise.all(this.#underWay);
	}

	async close() {
		// What was cut off by this was never answered, and is still due.
		this.#isClosed = true;
		this.hold()();
		await this.#agent.destroy();
		await this.settled();
	}

	#track(attempt: Promise<void>): Promise<void> {
		this.#underWay.add(attempt);
		return attempt.finally(() => this.#underWay.delete(attempt));
	}

	async #attempt(record: CallbackRecord): Promise<void> {
		const turn = this.#held && new Promise<void>((go) => this.#held?.push(go));
		// The caller first gets the answer to the call that caused this one.
		await this.#store.commit();
		await wait(0);
		await turn;
		const answer = await this.#post(record.url);
		if (this.#isClosed) return;
		this.#note(record, answer);
		await this.#store.commit();
	}

	#note(record: CallbackRecord, answer: Outcome) {
		const now = this.#clock.now();
		const due = this.#due.touch(record.id);
		if (due) this.#store.touch({ id: due.requestId });
		record.attempts += 1;
		record.updatedAt = now;
		record.messages.push(answer.message);
		(record.attemptedAt ??= []).push(now);
		if (answer.accepted) {
			record.state = 'COMPLETED';
			this.#due.delete(record.id);
			return;
		}
		const { callbackRetryMs, callbackGiveUpMs } = this.#settings;
		const nextAt = now + Math.max(SHORTEST_RETRY_MS, answer.retryAfterMs ?? callbackRetryMs);
		if (nextAt > record.createdAt + callbackGiveUpMs) {
			record.state = 'RESIGNATED';
			this.#due.delete(record.id);
			return;
		}
		record.dueAt = nextAt;
		this.#schedule(record, nextAt);
	}

	#schedule(record: CallbackRecord, at: number) {
		this.#clock.schedule(at, () => this.#track(this.#attempt(record)));
	}

	async #post(url: string): Promise<Outcome> {
		if (this.#faults.losesCallback(url)) return { accepted: true, message: 'HTTP 200' };
		// Not even a resolver is asked for such a name (RFC 6761).
		if (new URL(url).hostname.endsWith('.invalid')) {
			return { accepted: false, message: 'The host does not exist' };
		}
		try {
			const { statusCode, headers, body } = await send(url, {
				method: 'POST',
				headers: { 'content-type': 'text/plain' },
				dispatcher: this.#agent,
			});
			await body.dump();
			return {
				accepted: statusCode >= 200 && statusCode < 300,
				message: `HTTP ${statusCode}`,
				retryAfterMs: retryAfterMs(headers['retry-after'], this.#clock.now()),
			};
		} catch (error) {
			return { accepted: false, message: error instanceof Error ? error.message : String(error) };
		}
	}
}

export function fillIn(
	template: string,
	prefix: string,
	values: Record<string, string | undefined>,
): string {
	return Object.entries(values).reduce(
		(url, [name, value]) =>
			value === undefined ? url : url.replaceAll(`${prefix}_${name}`, value),
		template,
	);
}

/** Seconds or an HTTP date. */
export function retryAfterMs(
	header: string | string[] | undefined,
	now: number,
): number | undefined {
	if (typeof header !== 'string') return undefined;
	if (/^\d+$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
