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
	/** A process that has just begun knows only what the database holds. */
	restart: () => void;
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
	let active: Workflow | undefined;
	const host: PollHost = {
		saved: '{}',
		budgetMs: 300_000,
		restart: () => (active = undefined),
		poll: async () => {
			const isActivation = active === undefined;
			active ??= parts.workflow(JSON.parse(host.saved) as IDataObject);
			const workflow = active;
			const items = await run(workflow, 'trigger');
			// n8n does not save after a poll that brought nothing, except when it activates the workflow.
			if (isActivation || items.length > 0) host.saved = JSON.stringify(workflow.staticData);
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
		const [items = []] = (await parts.type.poll!.call(context)) ?? [];
		parts.checkItems(items);
		return items;
	}

	return host;
}
