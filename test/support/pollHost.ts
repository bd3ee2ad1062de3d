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

export interface PollHost {
	/** One poll of the published workflow; answers with the items that start it, if any. */
	poll: () => Promise<INodeExecutionData[]>;
	/** What "Fetch Test Event" in the editor answers with. */
	fetchTestEvent: () => Promise<INodeExecutionData[]>;
	/** What n8n keeps in its database for the workflow, as text. */
	saved: string;
	/** A workflow that is published again knows only what the database holds; a new process has a node of its own. */
	restart: (type?: INodeType) => void;
	/** Whether n8n's durable cursors are on: every poll gets a copy of what is saved, and changes are saved. */
	durableCursors: boolean;
	/** How long n8n lets a poll take. */
	budgetMs: number;
}

export function hostPolls(parts: {
	type: INodeType;
	workflow: (staticData: IDataObject) => Workflow;
	additionalData: () => IWorkflowExecuteAdditionalData;
	/** Throws when the node may not hand them out. */
	checkItems: (items: INodeExecutionData[]) => void;
}): PollHost {
	let { type } = parts;
	let active: Workflow | undefined;
	const host: PollHost = {
		saved: '{}',
		budgetMs: 300_000,
		durableCursors: false,
		restart: (next = type) => {
			active = undefined;
			type = next;
		},
		poll: async () => {
			const isActivation = active === undefined;
			if (host.durableCursors) active = undefined;
			const before = host.saved;
			active ??= parts.workflow(JSON.parse(before) as IDataObject);
			const workflow = active;
			const items = await run(workflow, 'trigger');
			// n8n does not save after a poll that brought nothing, except when it activates the workflow.
			const now = JSON.stringify(workflow.staticData);
			const isChanged = host.durableCursors && now !== before;
			if (isActivation || items.length > 0 || isChanged) host.saved = now;
			return items;
		},
		fetchTestEvent: async () =>
			await run(parts.workflow(JSON.parse(host.saved) as IDataObject), 'manual'),
	};

	async function run(workflow: Workflow, mode: WorkflowExecuteMode): Promise<INodeExecutionData[]> {
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
			undefined,
			() => host.budgetMs,
		);
		await workflow.expression.acquireIsolate();
		const [items = []] = (await type.poll!.call(context)) ?? [];
		parts.checkItems(items);
		return items;
	}

	return host;
}
