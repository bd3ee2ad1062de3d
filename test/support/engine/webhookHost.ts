/** Answers HTTP calls with a trigger's webhook, as n8n's server does, in n8n's engine. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	IRunExecutionData,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

import { HookContext, WebhookContext } from 'n8n-core';
import { createRunExecutionData } from 'n8n-workflow';
import { newRow, type WorkflowRow } from './workflowRow.ts';

export interface WebhookHost {
	/** What a user copies from the node. */
	address: string;
	/** The items of every run that was started, in order. */
	started: INodeExecutionData[][];
	/** The lines that the node has written to n8n's log. */
	logged: string[];
	/** What n8n keeps in its database for the workflow, as text. */
	staticData: string;
	/** n8n loads the workflow for its triggers that poll; one of them saves the copy on demand. */
	activate(): Promise<{ save: () => void }>;
	/** A process that has just begun knows only what the database holds. */
	restart(): void;
	/** Whether someone listens in the editor. */
	mode: 'webhook' | 'manual';
	/** The next call ends here: n8n is killed, and the caller gets no answer, or one that reports a failure. */
	endsBefore?: Step | 'storing, with an error';
	/** Called when a call comes to this step. */
	onStep?: (step: Step) => Promise<void> | void;
}

/** What n8n does, in this order, when a webhook starts a run and leaves the answer to it. */
type Step = 'storing' | 'saving' | 'answering';

interface Parts {
	type: INodeType;
	workflow: (id: string, staticData: IDataObject) => Workflow;
	additionalData: () => IWorkflowExecuteAdditionalData;
	/** Throws when the node may not hand them out. */
	checkItems: (items: INodeExecutionData[]) => void;
	/** Of the execution that waits for the call. */
	runExecutionData?: IRunExecutionData;
	/** Of a node that waits in an execution: the items with which it waits. */
	waiting?: IDataObject[];
	path?: string;
	row: WorkflowRow;
}

const open = new Set<() => void>();
const faults: unknown[] = [];

/** Throws what went wrong while calls were answered. */
export function closeWebhooks(): void {
	for (const close of open) close();
	open.clear();
	for (const fault of faults.splice(0)) throw fault;
}

export async function hostWebhook(parts: Parts): Promise<WebhookHost> {
	const server = createServer((incoming, outgoing) => {
		respond(incoming, outgoing).catch((error: unknown) => {
			faults.push(error);
			outgoing.destroy();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	open.add(() => {
		server.close();
		server.closeAllConnections();
	});
	const { port } = server.address() as AddressInfo;
	const path = parts.path ?? (parts.waiting ? '/webhook-waiting/1/2' : '/webhook/e-signature');
	const { row } = parts;
	const load = () => parts.workflow(row.id, JSON.parse(row.staticData) as IDataObject);
	const host: WebhookHost = {
		address: `http://127.0.0.1:${port}${path}`,
		started: [],
		logged: [],
		get staticData() {
			return row.staticData;
		},
		set staticData(text) {
			row.staticData = text;
		},
		activate: async () => {
			const workflow = load();
			const node = workflow.getNode('Node')!;
			const context = new HookContext(workflow, node, parts.additionalData(), 'trigger', 'init');
			await parts.type.webhookMethods!.default!.checkExists.call(context);
			return { save: () => void (row.staticData = JSON.stringify(workflow.staticData)) };
		},
		restart: () => (row.id = newRow().id),
		mode: 'webhook',
	};

	async function respond(incoming: IncomingMessage, outgoing: ServerResponse) {
		const workflow = load();
		const node = workflow.getNode('Node')!;
		const additionalData = Object.assign(parts.additionalData(), {
			httpRequest: {
				originalUrl: incoming.url,
				query: queryOf(incoming),
				headers: incoming.headers,
				params: {},
			},
			httpResponse: asExpress(outgoing),
		});
		const waiting =
			parts.runExecutionData ?? (parts.waiting ? waitingWith(node, parts.waiting) : null);
		const webhookData = { webhookDescription: parts.type.description.webhooks![0] } as IWebhookData;
		const context = new WebhookContext(
			workflow,
			node,
			additionalData,
			host.mode,
			webhookData,
			[],
			waiting,
		);
		const log = (line: string) => void host.logged.push(line);
		Object.defineProperty(context, 'logger', { value: { warn: log, info: log, error: log } });
		if (waiting) await workflow.expression.acquireIsolate();
		const result = await parts.type.webhook!.call(context);
		const save = () => {
			if (workflow.staticData.__dataChanged) row.staticData = JSON.stringify(workflow.staticData);
			workflow.staticData.__dataChanged = false;
		};
		if (result.noWebhookResponse) save();
		const hasEnded = async (step: Step) => {
			await host.onStep?.(step);
			const { endsBefore } = host;
			if (!endsBefore?.startsWith(step)) return false;
			host.endsBefore = undefined;
			if (endsBefore === step) outgoing.destroy();
			else outgoing.writeHead(500).end();
			return true;
		};
		if (result.workflowData && (await hasEnded('storing'))) return;
		const started = result.workflowData?.map((items) => items ?? []) ?? [];
		// A node that is enabled again runs with them.
		const [turn] = waiting?.executionData?.nodeExecutionStack ?? [];
		if (turn?.node.disabled !== false) for (const items of started) parts.checkItems(items);
		host.started.push(...started);
		if (result.noWebhookResponse) return;

		// The run has the same data, and to have it watched sets the mark back.
		if (started.length > 0) workflow.staticData.__dataChanged = false;
		const leavesTheAnswer = webhookData.webhookDescription.responseData !== 'noData';
		const body = leavesTheAnswer ? (result.webhookResponse as string | undefined) : undefined;
		if (await hasEnded('saving')) return;
		save();
		if (await hasEnded('answering')) return;
		outgoing.writeHead(200).end(body);
	}
	return host;
}

/** An execution that waits at this node. */
function waitingWith(node: INode, items: IDataObject[]): IRunExecutionData {
	const data = createRunExecutionData();
	const execution = { node, data: { main: [items.map((json) => ({ json }))] }, source: null };
	data.executionData!.nodeExecutionStack.push(execution);
	return data;
}

/** Repeated names become lists, as in express. */
function queryOf({ url = '' }: IncomingMessage): Record<string, string | string[]> {
	const { searchParams } = new URL(url, 'http://127.0.0.1');
	const names = [...new Set(searchParams.keys())];
	return Object.fromEntries(
		names.map((name) => {
			const values = searchParams.getAll(name);
			return [name, values.length > 1 ? values : values[0]!];
		}),
	);
}

/** The part of express's response that nodes use. */
function asExpress(outgoing: ServerResponse) {
	return Object.assign(outgoing, {
		status: (code: number) => {
			outgoing.statusCode = code;
			return outgoing;
		},
		header: (name: string, value: string) => outgoing.setHeader(name, value),
		type: (mediaType: string) => outgoing.setHeader('Content-Type', mediaType),
	});
}
