/** A real n8n with triggers and waiting nodes, a service, and a record of every run. */
import { once } from 'node:events';
import { Agent, request as send } from 'node:http';
import { fillIn } from '../../../../sandbox/requests/notices/callbacks.ts';
import type { CallbackType, RequestRecord } from '../../../../sandbox/state/requestRecord.ts';
import { loggedIn } from '../../../sandbox/client.ts';
import type { Send } from '../../../sandbox/client.ts';
import { startReceiver } from '../../../sandbox/receiver.ts';
import type { Receiver } from '../../../sandbox/receiver.ts';
import { smallPdf } from '../../../support/files/pdf.ts';
import { signInto } from '../executions.ts';
import { startScene } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { until } from '../until.ts';
import {
	callWorkflow,
	workflowsTo,
	hooks,
	partsOf,
	pathOf,
	places,
	triggerWorkflows,
	waitingRunOf,
} from '../workflows.ts';
import type { Place, Version } from '../workflows.ts';

export interface Call {
	method: string;
	/** As it stands on the wire: no one puts it in order. */
	path: string;
	headers?: Record<string, string>;
	body?: string;
}

export interface NewRequest {
	version: Version;
	signers: number;
	/** Further documents, v3 only. */
	more?: string[];
}

export interface Answer {
	status: number;
	text: string;
}

/** By default n8n makes a virtual machine for every call, which takes far more time than the call. */
const env = { N8N_EXPRESSION_ENGINE: 'legacy' };

const UNFINISHED = ['new', 'running', 'waiting'];

export class Stage {
	readonly scene: Scene;
	readonly receiver: Receiver;
	/** The account of the credential in n8n. */
	us!: Send;
	/** Another account of the same service. */
	stranger!: Send;
	#names = 0;
	/** A connection for each call: n8n closes one that lies idle, and a call that is just on its way would be lost. */
	readonly #agent = new Agent({ keepAlive: false, maxSockets: 64 });

	private constructor(parts: Pick<Stage, 'scene' | 'receiver'>) {
		this.scene = parts.scene;
		this.receiver = parts.receiver;
	}

	static async open(): Promise<Stage> {
		const receiver = await startReceiver();
		const workflows = workflowsTo(receiver.address);
		const scene = await startScene({ workflows, env, isOwn: true });
		const stage = new Stage({ scene, receiver });
		try {
			await stage.untilListening();
			stage.us = await loggedIn(scene.sandbox);
			stage.stranger = await loggedIn(scene.sandbox, scene.sandbox.settings.users[1]);
			return stage;
		} catch (error) {
			await stage.close();
			throw error;
		}
	}

	async close(): Promise<void> {
		this.#agent.destroy();
		await this.scene.close();
		await this.receiver.close();
	}

	async untilListening(): Promise<void> {
		for (const hook of hooks) await this.scene.n8n.untilListening(hook);
	}

	addressOf(place: Place): string {
		return `${this.scene.n8n.address}/webhook/${pathOf(place)}`;
	}

	/** With our node; the service's callbacks go to the trigger. */
	async create(place: Place, wish: NewRequest): Promise<RequestRecord> {
		const more = wish.more?.join(',') ?? '';
		return await this.#start(`create-${wish.version}`, wish, {
			trigger: this.addressOf(place),
			more,
		});
	}

	/** With our node, which then waits. */
	async startWaiting(version: 'v2' | 'v3', signers: number): Promise<RequestRecord> {
		return await this.#start(`wait-${version}`, { version, signers }, {});
	}

	/** One execution waits for all of them. */
	async waitForMany(): Promise<RequestRecord[]> {
		const title = await this.#call('wait-many', 1, {});
		return await Promise.all(partsOf(title).map(async (part) => await this.#opened(part)));
	}

	async #start(
		hook: string,
		{ signers }: NewRequest,
		more: Record<string, string>,
	): Promise<RequestRecord> {
		return await this.#opened(await this.#call(hook, signers, more));
	}

	/** Answers with the title that the workflow was given. */
	async #call(hook: string, signers: number, more: Record<string, string>): Promise<string> {
		const title = `${hook} ${++this.#names}`;
		const answer = await callWorkflow(this.scene.n8n, hook, {
			title,
			signers: emails(signers).join(','),
			...more,
		});
		expect(answer.status).toBe(200);
		return title;
	}

	async #opened(title: string): Promise<RequestRecord> {
		const { n8n, sandbox } = this.scene;
		return await until(n8n, `open request ${title}`, () =>
			sandbox.store.requests.find((one) => one.title === title && one.status === 'OPEN'),
		);
	}

	/** Past the nodes. */
	async add(
		by: Send,
		{ version = 'v2', signers = 1, ...fields }: Partial<NewRequest> & Record<string, unknown> = {},
	): Promise<RequestRecord> {
		const { id } = await by('POST', `/${version}/signature-requests`, {
			title: `request ${++this.#names}`,
			content: smallPdf.toString('base64'),
			content_type: 'application/pdf',
			signatures: emails(signers).map((account_email) => ({ account_email })),
			...fields,
		});
		return this.scene.sandbox.store.request(id)!;
	}

	async addDocument(): Promise<string> {
		const content = smallPdf.toString('base64');
		const document = { title: 'Annex', content, content_type: 'application/pdf' };
		return (await this.us('POST', '/v2/documents', document)).id;
	}

	async call({ method, path, headers = {}, body }: Call): Promise<Answer> {
		const { hostname, port } = new URL(this.scene.n8n.address);
		const options = { method, hostname, port, path, headers, agent: this.#agent };
		const outgoing = send(options);
		outgoing.end(body);
		const [incoming] = (await once(outgoing, 'response')) as [
			NodeJS.ReadableStream & { statusCode: number; headers: Record<string, string | undefined> },
		];
		let text = '';
		for await (const chunk of incoming) text += String(chunk);
		return { status: incoming.statusCode, text };
	}

	/** As the service calls. */
	async post(address: string): Promise<Answer> {
		const { pathname, search } = new URL(address);
		const headers = { 'content-type': 'text/plain' };
		return await this.call({ method: 'POST', path: pathname + search, headers });
	}

	/** The call that the service would make now for this event; undefined when the request names no address. */
	callFor(
		{ id, documentIds, callbackUrls }: Pick<RequestRecord, 'id' | 'documentIds' | 'callbackUrls'>,
		event: CallbackType,
	): string | undefined {
		const template = callbackUrls[event];
		const values = { SIGNATURE_REQUEST_ID: id, DOCUMENT_ID: documentIds[0] };
		return template && fillIn(template, 'SERVICE', values);
	}

	/** What the workflows have passed on, one line for each run. */
	get ran(): string[] {
		return this.receiver.received.map(({ url = '', body }) => lineOf(url.slice(1), body)).sort();
	}

	/** What they should have passed on, by what the service has called for and by how requests have ended. */
	get shouldHaveRun(): string[] {
		const { store, username } = this.scene.sandbox;
		return store.requests
			.flatMap((request) => [
				...(request.owner === username ? this.#calledFor(request) : []),
				...this.#polledOf(request),
			])
			.sort();
	}

	/** Of requests of the account alone: a stranger who shares one, even to write, starts nothing. */
	#polledOf({ id, owner, status }: RequestRecord): string[] {
		const isOurs = owner === this.scene.sandbox.username;
		return isOurs && isOver(status) ? [`watch ${id} ${status.toLowerCase()}`] : [];
	}

	#calledFor(request: RequestRecord): string[] {
		const { id, title, version, status, callbacks } = request;
		const called = callbacks.flatMap(({ type, url }) => {
			const place = places.find((one) => url.includes(pathOf(one)));
			return place ? [`${place} ${id} ${type}`] : [];
		});
		const place = title.startsWith('wait-many') ? 'waiting-many' : `waiting-${version}`;
		const woken = this.#isWoken(request) ? [`${place} ${id} ${status.toLowerCase()}`] : [];
		return [...called, ...woken];
	}

	/** When all have ended for which its execution waits. */
	#isWoken(request: RequestRecord): boolean {
		const run = waitingRunOf(request);
		const { requests } = this.scene.sandbox.store;
		const awaited = requests.filter((one) => waitingRunOf(one) === run);
		return run !== undefined && awaited.every(({ status }) => isOver(status));
	}

	/** Every true event has started its one run, and nothing else has started any. */
	async expectTrueRunsOnly(): Promise<void> {
		const { n8n, sandbox } = this.scene;
		await sandbox.settled();
		await until(n8n, 'run for every true event', () => {
			const missing = without(this.shouldHaveRun, this.ran);
			return missing.length === 0 || undefined;
		}).catch((error: unknown) => {
			throw new Error(
				`Kept out: ${without(this.shouldHaveRun, this.ran).join(', ')}. ${String(error)}`,
			);
		});
		const started = await until(n8n, 'end of all runs', async () => await this.#startedRuns());
		expect(without(this.ran, this.shouldHaveRun)).toEqual([]);
		// Also those that broke before they could pass anything on.
		for (const [workflow, held] of Object.entries(triggerWorkflows)) {
			const expected = this.shouldHaveRun.filter((line) =>
				held.some((place) => line.startsWith(`${place} `)),
			);
			expect([workflow, started[workflow]]).toEqual([workflow, expected.length]);
		}
	}

	/** How many executions each workflow has; undefined while one of a trigger still runs. */
	async #startedRuns(): Promise<Record<string, number> | undefined> {
		const executions = await signInto(this.scene.n8n);
		const counts: Record<string, number> = {};
		for (const workflow of Object.keys(triggerWorkflows)) {
			const all = await executions.listAll(workflow);
			if (all.some(({ status }) => UNFINISHED.includes(status))) return undefined;
			counts[workflow] = all.length;
		}
		return counts;
	}
}

function isOver(status: string): boolean {
	return ['SIGNED', 'DECLINED', 'WITHDRAWN'].includes(status);
}

/** A node that waits and the polling trigger say how a request ended; a trigger names the event. */
function lineOf(place: string, body: string): string {
	const item = JSON.parse(body) as {
		requestId?: string;
		id?: string;
		request?: { id: string };
		event?: string;
		outcome?: string;
	};
	const isAboutTheEnd = place === 'watch' || place.startsWith('waiting');
	const what = isAboutTheEnd ? item.outcome : item.event;
	return `${place} ${item.requestId ?? item.request?.id ?? item.id} ${what}`;
}

/** What of the first list is not in the second; equal entries count each. */
function without(list: string[], other: string[]): string[] {
	const left = [...other];
	return list.filter((line) => {
		const index = left.indexOf(line);
		if (index !== -1) left.splice(index, 1);
		return index === -1;
	});
}

function emails(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `signer${index}@example.com`);
}
