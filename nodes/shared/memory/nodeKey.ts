import type { IPollFunctions } from 'n8n-workflow';

/** What this process remembers of one node of one workflow; names change, and ids of nodes are copied with a workflow. */
export function nodeKey(context: Pick<IPollFunctions, 'getNode' | 'getWorkflow'>): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}
