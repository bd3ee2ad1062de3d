/** Runs nodes of the built package in n8n's own engine, without a server. */
import './engineHome.ts';
import { createReadStream } from 'node:fs';
import type {
	IBinaryData,
	IBinaryKeyData,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { Container } from '@n8n/di';
import {
	BinaryDataService,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	PackageDirectoryLoader,
	WorkflowExecute,
} from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import {
	agentDescription,
	agentNode,
	engineAgent,
	reviewedAgent,
	reviewedTool,
} from './agentNode.ts';
import type { ReviewedCall } from './agentNode.ts';
import { CredentialStore } from './credentialStore.ts';
import { expectSchema } from '../operations/outputSchema.ts';
import { hostPolls, type PollHost } from './pollHost.ts';
import { begunAs, handOn, saved, triedAgain, woken } from './waitingExecution.ts';
import { hostWebhook, type WebhookHost } from './webhookHost.ts';
import { newRow, type WorkflowRow } from './workflowRow.ts';

const PACKAGE = 'n8n-nodes-esignature';

export interface InputItem {
	json?: IDataObject;
	/** Field name to file; one named by its path is never read into memory as a whole. */
	files?: Record<string, InputFile>;
}

type InputFile = { fileName?: string; mediaType?: string } & ({ bytes: Buffer } | { path: string });

export interface NodeRun {
	/** Without the package's name, for example eSignatureDocument; `call` makes one call by n8n's own helper. */
	type: string;
	parameters: INodeParameters;
	items?: InputItem[];
	settings?: Partial<INode>;
	/** The node stands between an agent and its tool, and the agent makes these calls in one turn. */
	reviews?: ReviewedCall[];
	/** Of the Agent node that has the node as its tool. */
	agentVersion?: 2 | 3;
	/** Tries an execution again whose process was killed: n8n knows what it began with, and nothing that it did. */
	retryOf?: IRun;
	/** The service answers with fields that no schema knows, in this test. */
	unknownFields?: true;
	/** Where this n8n is called to resume executions. */
	waitingBaseUrl?: string;
}

export interface Engine {
	credential: CredentialStore;
	/** Starts a run that can be cancelled. */
	start(run: NodeRun): { finished: Promise<RunResult>; cancel: () => void };
	run(run: NodeRun): Promise<RunResult>;
	/** Lets an agent call the node as its tool; answers with what each call returned, or its error. */
	callTool(run: NodeRun, calls: IDataObject[]): Promise<ToolResult>;
	/** Wakes a waiting execution by a call to an address of its own. */
	resume(run: NodeRun, waiting: IRun, called: string): Promise<RunResult>;
	/**
	 * The same call where it may leave the execution waiting; the row stands for the process that answers. Also answers
	 * with what n8n has saved before it goes on.
	 */
	callBack(
		run: NodeRun,
		waiting: IRun,
		called: string,
		row?: WorkflowRow,
	): Promise<{ status: number; resumed?: RunResult; begun?: Begun }>;
	/** Lets the time limit of a waiting execution pass. */
	passTimeLimit(run: NodeRun, waiting: IRun): Promise<RunResult>;
	/** Tries a failed execution again with the saved workflow, as a user does in the list of executions. */
	retry(run: NodeRun, failed: Begun): Promise<RunResult>;
	/** Asks a list field of the node for its entries, as the editor does. */
	search(
		run: NodeRun & { method: string; filter?: string; page?: string },
	): Promise<INodeListSearchResult>;
	/** Publishes a trigger that answers calls, or a node that waits, with its items. */
	listen(
		run: NodeRun & { waiting?: IDataObject[]; path?: string; row?: WorkflowRow },
	): Promise<WebhookHost>;
	/** Publishes a trigger that asks the service from time to time. */
	watch(run: NodeRun & { row?: WorkflowRow }): PollHost;
	readBinary(item: INodeExecutionData, field?: string): Promise<Buffer>;
}

/** What n8n has saved of an execution. */
export type Begun = Pick<IRun, 'data'>;

export interface RunResult {
	run: IRun;
	/** By output of the node. */
	outputs: INodeExecutionData[][];
	error?: Error & { description?: string; context?: IDataObject; httpCode?: string };
}

export interface ToolResult {
	run: IRun;
	answers: Array<{ answer?: string; error?: string }>;
}

let loading: Promise<PackageDirectoryLoader> | undefined;

async function loadPackage(): Promise<PackageDirectoryLoader> {
	// Another test file of this worker may have had other settings.
	Container.reset();
	const loader = new PackageDirectoryLoader(process.env.ESIGNATURE_PACKAGE ?? process.cwd());
	await loader.loadAll();
	await Container.get(BinaryDataService).init();
	return loader;
}

export async function createEngine(credential: ICredentialDataDecryptedObject): Promise<Engine> {
	const loader = await (loading ??= loadPackage());
	const store = new CredentialStore(loader, credential);

	/** Each attempt is an execution of its own, also when it goes on after a wait. */
	const placeOf = ({ retryOf, waitingBaseUrl }: NodeRun) => {
		const id = retryOf ? '2' : '1';
		const mode: WorkflowExecuteMode = retryOf ? 'retry' : 'manual';
		return [additionalData(store, id, waitingBaseUrl), mode] as const;
	};

	const start: Engine['start'] = (nodeRun) => {
		const workflow = createWorkflow(loader, nodeRun);
		const { retryOf } = nodeRun;
		const data = retryOf ? begunAs(retryOf) : createRunExecutionData();
		const execution = new WorkflowExecute(...placeOf(nodeRun), data);
		const running = execution.run({ workflow, startNode: workflow.getNode('Start')! });
		const finished = workflow.expression
			.acquireIsolate()
			.then(() => running)
			.then((run) => toResult(nodeRun, run));
		return { finished, cancel: () => running.cancel() };
	};

	const callTool: Engine['callTool'] = async (nodeRun, calls) => {
		const workflow = createWorkflow(loader, nodeRun, { calls });
		await workflow.expression.acquireIsolate();
		const execution = new WorkflowExecute(additionalData(store), 'manual');
		const run = await execution.run({ workflow, startNode: workflow.getNode('Start')! });
		const [agent] = run.data.resultData.runData.Agent?.[0]?.data?.main ?? [];
		return { run, answers: (agent ?? []).map(({ json }) => json) };
	};

	const goOn = async (nodeRun: NodeRun, data: IRunExecutionData): Promise<RunResult> => {
		const workflow = createWorkflow(loader, nodeRun);
		await workflow.expression.acquireIsolate();
		const execution = new WorkflowExecute(...placeOf(nodeRun), data);
		return toResult(nodeRun, await execution.processRunExecutionData(workflow));
	};

	const triggerParts = (nodeRun: NodeRun) => ({
		type: packageNode(loader, nodeRun.type),
		workflow: (id: string, staticData: IDataObject) =>
			createWorkflow(loader, nodeRun, { id, staticData }),
		additionalData: () => additionalData(store, undefined, nodeRun.waitingBaseUrl),
		checkItems: (items: INodeExecutionData[]) => {
			if (!nodeRun.reviews) expectSchema(nodeRun, items);
		},
	});

	const callBack: Engine['callBack'] = async (nodeRun, waiting, called, row = newRow()) => {
		const data = woken(waiting);
		const { pathname: path, search } = new URL(called);
		const host = await hostWebhook({ ...triggerParts(nodeRun), path, runExecutionData: data, row });
		const { status } = await fetch(host.address + search, { method: 'POST' });
		if (host.started.length === 0) return { status };
		handOn(data, host.started);
		const begun = { data: saved({ data }) };
		return { status, resumed: await goOn(nodeRun, data), begun };
	};

	return {
		credential: store,
		start,
		run: async (nodeRun) => await start(nodeRun).finished,
		callTool,
		resume: async (nodeRun, waiting, called) => {
			const { status, resumed } = await callBack(nodeRun, waiting, called);
			if (!resumed) throw new Error(`The call was answered with ${status}`);
			return resumed;
		},
		callBack,
		passTimeLimit: async (nodeRun, waiting) => await goOn(nodeRun, saved(waiting)),
		retry: async (nodeRun, failed) => {
			const data = triedAgain(failed);
			const workflow = createWorkflow(loader, nodeRun);
			for (const turn of data.executionData.nodeExecutionStack) {
				turn.node = workflow.getNode(turn.node.name)!;
			}
			return await goOn(nodeRun, data);
		},
		search: async ({ method, filter, page, ...nodeRun }) => {
			const workflow = createWorkflow(loader, nodeRun);
			const node = workflow.getNode('Node')!;
			const context = new LoadOptionsContext(workflow, node, additionalData(store), '');
			const type = loader.getNode(nodeRun.type).type as INodeType;
			return await type.methods!.listSearch![method]!.call(context, filter, page);
		},
		listen: async ({ waiting, path, row = newRow(), ...nodeRun }) =>
			await hostWebhook({ ...triggerParts(nodeRun), waiting, path, row }),
		watch: ({ row = newRow(), ...nodeRun }) => hostPolls({ ...triggerParts(nodeRun), row }),
		readBinary: async (item, field = 'data') => {
			const binary = item.binary?.[field];
			if (!binary) throw new Error(`There is no file in ${field}`);
			return await Container.get(BinaryDataService).getAsBuffer(binary);
		},
	};
}

function toResult(nodeRun: NodeRun, run: IRun): RunResult {
	const [last] = run.data.resultData.runData.Node?.slice(-1) ?? [];
	const error = (last?.error ?? run.data.resultData.error) as RunResult['error'];
	const outputs = (last?.data?.main ?? []).map((items) => items ?? []);
	if (nodeRun.type !== 'call' && !nodeRun.reviews) expectSchema(nodeRun, outputs.flat());
	return { run, outputs, error };
}

function createWorkflow(
	loader: PackageDirectoryLoader,
	nodeRun: NodeRun,
	{ calls, ...kept }: { id?: string; staticData?: IDataObject; calls?: IDataObject[] } = {},
): Workflow {
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	const start: INode = { ...place, id: '1', name: 'Start', type: 'test.start', parameters: {} };
	const node: INode = {
		...place,
		id: '2',
		name: 'Node',
		type: nodeRun.type === 'call' ? 'test.call' : `${PACKAGE}.${nodeRun.type}`,
		parameters: nodeRun.parameters,
		credentials: { eSignatureApi: { id: '1', name: 'E-Signature' } },
		...nodeRun.settings,
	};
	const agent: INode = { ...place, id: '3', name: 'Agent', type: 'test.agent', parameters: {} };
	const tool: INode = { ...place, id: '4', name: 'Tool', type: 'test.tool', parameters: {} };
	const { Main, AiTool } = NodeConnectionTypes;
	const { reviews } = nodeRun;
	const hasAgent = calls !== undefined || reviews !== undefined;
	return new Workflow({
		id: 'workflow',
		...kept,
		nodes: [start, node, ...(hasAgent ? [agent] : []), ...(reviews ? [tool] : [])],
		connections: {
			Start: { main: [[{ node: hasAgent ? 'Agent' : 'Node', type: Main, index: 0 }]] },
			...(hasAgent && { Node: { [AiTool]: [[{ node: 'Agent', type: AiTool, index: 0 }]] } }),
			...(reviews && { Tool: { [AiTool]: [[{ node: 'Node', type: AiTool, index: 0 }]] } }),
		},
		active: false,
		nodeTypes: nodeTypes(loader, nodeRun, calls),
		settings: { executionOrder: 'v1' },
	});
}

function nodeTypes(
	loader: PackageDirectoryLoader,
	{ items = [{}], reviews, agentVersion }: NodeRun,
	calls: IDataObject[] = [],
): INodeTypes {
	const own: Record<string, INodeType> = {
		'test.start': startNode(items),
		'test.call': callNode,
		'test.agent': reviews
			? reviewedAgent(reviews)
			: agentVersion === 3
				? engineAgent(calls)
				: agentNode(calls),
		'test.tool': reviewedTool,
	};
	const byName = (name: string): INodeType => own[name] ?? packageNode(loader, name);
	return {
		getByName: byName,
		getByNameAndVersion: byName,
		getKnownTypes: () => ({}),
	};
}

/** n8n offers every node that agents may use a second time, under a name that ends in Tool. */
function packageNode(loader: PackageDirectoryLoader, fullName: string): INodeType {
	const name = fullName.replace(`${PACKAGE}.`, '');
	const type = loader.getNode(name.replace(/(Hitl)?Tool$/, '')).type as INodeType;
	if (!name.endsWith('Tool')) return type;
	return Object.assign(Object.create(type) as INodeType, {
		description: { ...type.description, name, outputs: [NodeConnectionTypes.AiTool] },
	});
}

const bareDescription = { ...agentDescription, inputs: [NodeConnectionTypes.Main] };

/** As the HTTP Request node (`uri`) and n8n's credential test (`url`) use a credential. */
const callNode: INodeType = {
	description: {
		...bareDescription,
		credentials: [{ name: 'eSignatureApi', required: true }],
		properties: [{ displayName: 'Options', name: 'options', type: 'json', default: {} }],
	},
	async execute() {
		const options = this.getNodeParameter('options', 0) as unknown as IHttpRequestOptions & {
			uri?: string;
		};
		const { helpers } = this;
		const send = options.uri
			? helpers.requestWithAuthentication.bind(this)
			: helpers.httpRequestWithAuthentication.bind(this);
		const answer: unknown = await send('eSignatureApi', options as never);
		return [[{ json: { answer: answer as IDataObject } }]];
	},
};

/** Hands the items to the node under test; n8n's own storage keeps each file once, even if several items have it. */
function startNode(items: InputItem[]): INodeType {
	return {
		description: { ...bareDescription, group: ['trigger'], inputs: [] },
		async execute() {
			const stored = new Map<InputFile, Promise<IBinaryData>>();
			const store = async (file: InputFile) =>
				await this.helpers.prepareBinaryData(
					'path' in file ? createReadStream(file.path) : file.bytes,
					file.fileName,
					file.mediaType ?? 'application/pdf',
				);
			const prepared = items.map(async ({ json = {}, files = {} }) => {
				const binary: IBinaryKeyData = {};
				for (const [field, file] of Object.entries(files)) {
					const kept = stored.get(file) ?? store(file);
					stored.set(file, kept);
					binary[field] = await kept;
				}
				return { json, binary };
			});
			return [await Promise.all(prepared)];
		},
	};
}

function additionalData(
	credentialsHelper: CredentialStore,
	executionId = '1',
	webhookWaitingBaseUrl = 'http://127.0.0.1:5678/webhook-waiting',
): IWorkflowExecuteAdditionalData {
	const workflowData = {
		id: 'workflow',
		name: 'test',
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: [],
		connections: {},
	};
	const addresses = Object.fromEntries(
		[
			'restApiUrl',
			'instanceBaseUrl',
			'webhookBaseUrl',
			'webhookTestBaseUrl',
			'formBaseUrl',
			'formWaitingBaseUrl',
			'formTestBaseUrl',
			'mcpBaseUrl',
			'mcpTestBaseUrl',
		].map((name) => [name, `http://127.0.0.1:5678/${name}`]),
	);
	return {
		...addresses,
		webhookWaitingBaseUrl,
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks('manual', '1', workflowData),
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		logAiEvent: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}
