/** Answers HTTP calls with a trigger's webhook, as n8n's server does, in n8n's engine. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
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

import { WebhookContext } from 'n8n-core';
import { createRunExecutionData } from 'n8n-workflow';

export interface WebhookHost {
	/** What a user copies from the node. */
	address: string;
	/** The items of every run that was started, in order. */
	started: INodeExecutionData[][];
	/** The lines that the node has written to n8n's log. */
	logged: string[];
	/** What n8n keeps in its database for the node, as text. */
	staticData: string;
	/** A process that has just begun knows only what the database holds. */
	restart(): void;
	/** Whether somebody listens in the editor. */
	mode: 'webhook' | 'manual';
}

interface Parts {
	type: INodeType;
	workflow: (id: string, staticData: IDataObject) => Workflow;
	additionalData: () => IWorkflowExecuteAdditionalData;
	/** Throws when the node may not hand them out. */
	checkItems: (items: INodeExecutionData[]) => void;
	/** Of the execution that waits for the call. */
	runExecutionData?: IRunExecutionData;
	/** Of a node that waits in an execution: the item with which it was parked. */
	parked?: IDataObject;
	path?: string;
}

const open = new Set<() => void>();
const faults: unknown[] = [];
let processes = 0;

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
	const path = parts.path ?? (parts.parked ? '/webhook-waiting/1/2' : '/webhook/1/e-signature');
	// The node's own memory is kept by workflow: another id stands for another process.
	let workflowId = `workflow-${++processes}`;
	const host: WebhookHost = {
		address: `http://127.0.0.1:${port}${path}`,
		started: [],
		logged: [],
		staticData: '{}',
		restart: () => (workflowId = `workflow-${++processes}`),
		mode: 'webhook',
	};

	async function respond(incoming: IncomingMessage, outgoing: ServerResponse) {
		const workflow = parts.workflow(workflowId, JSON.parse(host.staticData) as IDataObject);
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
		const webhookData = { webhookDescription: parts.type.description.webhooks![0] } as IWebhookData;
		const context = new WebhookContext(
			workflow,
			node,
			additionalData,
			host.mode,
			webhookData,
			[],
			parts.runExecutionData ?? (parts.parked ? parkedWith(node, parts.parked) : null),
		);
		const log = (line: string) => void host.logged.push(line);
		Object.defineProperty(context, 'logger', { value: { warn: log, info: log, error: log } });
		if (parts.parked ?? parts.runExecutionData) await workflow.expression.acquireIsolate();
		const { workflowData, noWebhookResponse } = await parts.type.webhook!.call(context);
		const started = workflowData?.map((items) => items ?? []) ?? [];
		for (const items of started) parts.checkItems(items);
		host.started.push(...started);
		if (workflow.staticData.__dataChanged) host.staticData = JSON.stringify(workflow.staticData);
		if (!noWebhookResponse) outgoing.writeHead(200).end();
	}
	return host;
}

/** An execution that waits at this node. */
function parkedWith(node: INode, json: IDataObject): IRunExecutionData {
	const data = createRunExecutionData();
	const execution = { node, data: { main: [[{ json }]] }, source: null };
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
