/** A real n8n with triggers and waiting nodes, a service, and a record of every run. */
import { once } from 'node:events';
import { Agent, request as send, type IncomingMessage } from 'node:http';
import { fillIn } from '../../../../sandbox/requests/notices/callbacks.ts';
import type { CallbackType, RequestRecord } from '../../../../sandbox/state/requestRecord.ts';
import { loggedIn, type Send } from '../../../sandbox/client.ts';
import { startReceiver, type Receiver } from '../../../sandbox/receiver.ts';
import { smallPdf } from '../../../support/files/pdf.ts';
import { signInto } from '../executions.ts';
import { inWords, noticesOf, readNotice, without } from '../notices.ts';
import { startScene, type Scene } from '../scene.ts';
import { until } from '../until.ts';
import {
	callWorkflow,
	workflowsTo,
	hooks,
	partsOf,
	pathOf,
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

/** Of a request past the nodes, besides what the service calls its fields. */
interface NewRequest {
	version: Version;
	signers: number;
}

/** By default n8n makes a virtual machine for every call, which takes far more time than the call. */
const env = { N8N_EXPRESSION_ENGINE: 'legacy' };

const ENDS = ['SIGNED', 'DECLINED', 'WITHDRAWN'];
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

	/** With our nodes, by the workflow that listens there; answers with all that it has sent. */
	async ask(
		hook: string,
		signers: number,
		more: Record<string, string> = {},
	): Promise<RequestRecord[]> {
		const { n8n, sandbox } = this.scene;
		const title = `${hook} ${++this.#names}`;
		const query = { title, signers: emails(signers).join(','), ...more };
		const answer = await callWorkflow(n8n, hook, query);
		expect(answer.status).toBe(200);
		const opened = (hook === 'wait-many' ? partsOf(title) : [title]).map((part) =>
			until(n8n, `open request ${part}`, () =>
				sandbox.store.requests.find((one) => one.title === part && one.status === 'OPEN'),
			),
		);
		return await Promise.all(opened);
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

	/** Answers with the status. */
	async call({ method, path, headers = {}, body }: Call): Promise<number> {
		const { hostname, port } = new URL(this.scene.n8n.address);
		const options = { method, hostname, port, path, headers, agent: this.#agent };
		const outgoing = send(options).end(body);
		const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
		await once(incoming.resume(), 'end');
		return incoming.statusCode!;
	}

	/** As the service calls. */
	async post(address: string): Promise<number> {
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
		return this.receiver.received.map(({ url, body }) => inWords(readNotice(url, body)));
	}

	/**
	 * What they should have passed on, by what the service has called for and by how requests have ended. A stranger who
	 * shares one with the account, even to write, starts nothing.
	 */
	get shouldHaveRun(): string[] {
		const { requests } = this.scene.sandbox.store;
		const isOver = ({ status }: RequestRecord) => ENDS.includes(status);
		/** When all have ended for which its execution waits. */
		const isWoken = (request: RequestRecord) =>
			requests.filter((one) => waitingRunOf(one) === waitingRunOf(request)).every(isOver);
		return requests
			.filter(({ owner }) => owner === this.scene.sandbox.username)
			.flatMap((request) =>
				noticesOf(request).filter(({ by }) => {
					if (by === 'watch') return isOver(request);
					return by !== 'waiting' || isWoken(request);
				}),
			)
			.map(inWords);
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

function emails(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `signer${index}@example.com`);
}
