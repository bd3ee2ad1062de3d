/** Polls with a trigger as n8n's server does, in n8n's engine. */
import type {
	IDataObject,
	INodeExecutionData,
	INodeType,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { PollContext } from 'n8n-core';
import type { WorkflowRow } from './workflowRow.ts';

export interface PollHost {
	/** One poll of the published workflow; answers with the items that start it, if any. */
	poll: () => Promise<INodeExecutionData[]>;
	/** What "Fetch Test Event" in the editor answers with. */
	fetchTestEvent: () => Promise<INodeExecutionData[]>;
	/** What n8n keeps in its database for the workflow, as text. */
	saved: string;
	/** A workflow that is published again knows only what the database holds; a new process has a node of its own. */
	restart: (type?: INodeType) => void;
	/** Whether n8n's durable cursors are on: every poll gets a copy of its own row, and changes are saved there. */
	durableCursors: boolean;
	/** That row, as text; undefined before the first poll with them. */
	cursor?: string;
	/** Called when the poll has ended and its row is not written yet; what it throws is the end of n8n. */
	beforeCommit?: () => Promise<void> | void;
	/** The lines that the node has written to n8n's log. */
	logged: string[];
	/** How long n8n lets a poll take. */
	budgetMs: number;
}

export function hostPolls(parts: {
	type: INodeType;
	workflow: (id: string, staticData: IDataObject) => Workflow;
	additionalData: () => IWorkflowExecuteAdditionalData;
	/** Throws when the node may not hand them out. */
	checkItems: (items: INodeExecutionData[]) => void;
	row: WorkflowRow;
}): PollHost {
	let { type } = parts;
	const { row } = parts;
	const load = () => parts.workflow(row.id, JSON.parse(row.staticData) as IDataObject);
	let active: Workflow | undefined;
	const host: PollHost = {
		get saved() {
			return row.staticData;
		},
		set saved(text) {
			row.staticData = text;
		},
		cursor: undefined,
		logged: [],
		budgetMs: 300_000,
		durableCursors: false,
		restart: (next = type) => {
			active = undefined;
			type = next;
		},
		poll: async () => {
			const isActivation = active === undefined;
			if (host.durableCursors) active = undefined;
			active ??= load();
			const workflow = active;
			if (!host.durableCursors) {
				const items = await run(workflow, 'trigger');
				// n8n does not save after a poll that brought nothing, except when it activates the workflow.
				if (isActivation || items.length > 0) host.saved = JSON.stringify(workflow.staticData);
				return items;
			}
			// A row of its own, which begins with what the workflow holds.
			const own = workflow.getStaticData('node', workflow.getNode('Node')!);
			const cursor = JSON.parse(host.cursor ?? JSON.stringify(own)) as IDataObject;
			const items = await run(workflow, 'trigger', cursor);
			if (items.length > 0) host.saved = JSON.stringify(workflow.staticData);
			await host.beforeCommit?.();
			host.cursor = JSON.stringify(cursor);
			return items;
		},
		fetchTestEvent: async () => await run(load(), 'manual'),
	};

	/** n8n makes one when it activates the workflow, and has all polls use it. */
	const contexts = new WeakMap<Workflow, PollContext>();

	async function run(
		workflow: Workflow,
		mode: WorkflowExecuteMode,
		cursor?: IDataObject,
	): Promise<INodeExecutionData[]> {
		const context = contexts.get(workflow) ?? contextFor(workflow, mode, cursor);
		contexts.set(workflow, context);
		await workflow.expression.acquireIsolate();
		const [items = []] = (await type.poll!.call(context)) ?? [];
		parts.checkItems(items);
		return items;
	}

	function contextFor(
		workflow: Workflow,
		mode: WorkflowExecuteMode,
		cursor?: IDataObject,
	): PollContext {
		const context = new PollContext(
			workflow,
			workflow.getNode('Node')!,
			parts.additionalData(),
			mode,
			mode === 'manual' ? 'manual' : 'activate',
			undefined,
			undefined,
			undefined,
			undefined,
			() => cursor ?? workflow.getStaticData('node', workflow.getNode('Node')!),
			() => host.budgetMs,
		);
		const log = (line: string) => void host.logged.push(line);
		Object.defineProperty(context, 'logger', { value: { warn: log, info: log, error: log } });
		return context;
	}

	return host;
}
