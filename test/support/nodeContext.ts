/** As much of n8n's execution context as functions need that make no call. */
import type { IDataObject, IExecuteFunctions, INode, IWorkflowDataProxyData } from 'n8n-workflow';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'n8n-nodes-esignature.eSignatureDocument',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** What n8n keeps for a node over its runs stands in `kept`. */
export function nodeContext(
	kept: IDataObject = {},
	{ runIndex = 0, signal = undefined as AbortSignal | undefined } = {},
) {
	const proxy: Partial<IWorkflowDataProxyData> = { $runIndex: runIndex };
	const context: Partial<IExecuteFunctions> = {
		getNode: () => node,
		getContext: (name) => (kept[name] ??= {}) as IDataObject,
		getWorkflowDataProxy: () => proxy as IWorkflowDataProxyData,
		getExecutionCancelSignal: () => signal,
	};
	return context as IExecuteFunctions;
}
