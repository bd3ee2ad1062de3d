/** As much of n8n's execution context as functions need that make no call. */
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IWorkflowDataProxyData,
} from 'n8n-workflow';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'n8n-nodes-esignature.eSignatureDocument',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The node as a tool that an agent calls. */
export interface Tool {
	parameters: INode['parameters'];
	item?: INodeExecutionData;
	/** A parameter whose expression fails. */
	broken?: string;
}

/** What n8n keeps for a node over its runs stands in `kept`. */
export function nodeContext(
	kept: IDataObject = {},
	{
		runIndex = 0,
		signal = undefined as AbortSignal | undefined,
		tool = undefined as Tool | undefined,
	} = {},
) {
	const proxy: Partial<IWorkflowDataProxyData> = { $runIndex: runIndex };
	const context: Partial<IExecuteFunctions> = {
		getNode: () =>
			tool ? { ...node, type: `${node.type}Tool`, parameters: tool.parameters } : node,
		getNodeParameter: ((name: string) => {
			if (name === tool?.broken) throw new Error('The expression fails.');
			return tool?.parameters[name];
		}) as never,
		getInputData: () => (tool?.item ? [tool.item] : []),
		getContext: (name) => (kept[name] ??= {}) as IDataObject,
		getWorkflowDataProxy: () => proxy as IWorkflowDataProxyData,
		getExecutionCancelSignal: () => signal,
		isToolExecution: () => tool !== undefined,
	};
	return context as IExecuteFunctions;
}
