import type { IExecuteFunctions } from 'n8n-workflow';

import { perRun } from './perRun';

/** By the arguments of a call of a tool: the run index of its first try. */
const firstTries = new WeakMap<object, string>();

/**
 * Which run of this node in the execution it is; in a loop there are several. Not by an expression, which is
 * expensive. Retry On Fail keeps the index, except for a tool that n8n-core calls for an agent
 * (makeHandleToolInvocation): each try has a new index, but all get the same object of arguments.
 */
export const runIndexOf = perRun((context: IExecuteFunctions) => {
	const index = String(context.getWorkflowDataProxy(0).$runIndex);
	const args = context.isToolExecution() ? context.getInputData()[0]?.json : undefined;
	if (args === undefined) return index;
	const first = firstTries.get(args) ?? index;
	firstTries.set(args, first);
	return first;
});
