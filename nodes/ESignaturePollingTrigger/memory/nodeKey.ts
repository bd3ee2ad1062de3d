import type { IPollFunctions } from 'n8n-workflow';

/** What a process remembers of a node goes by this: names change, and ids of nodes are copied with a workflow. */
export function nodeKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}
