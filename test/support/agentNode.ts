/** An agent that gets its tools from n8n-core, as MCP Server Trigger and the Agent node before version 3 do. */
import type { IDataObject, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

interface Tool {
	/** Past the schema of the tool: what a model leaves out must do no harm either. */
	func: (toolArguments: IDataObject) => Promise<string>;
}

/** Calls its one tool with these arguments, one call after the other; a failure ends no other call. */
export function agentNode(calls: IDataObject[]): INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: {},
			inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute() {
			const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
			const answers: Array<{ json: IDataObject }> = [];
			for (const call of calls) {
				const json = await tool!.func(call).then(
					(answer) => ({ answer }),
					(error: Error) => ({ error: error.message }),
				);
				answers.push({ json });
			}
			return [answers];
		},
	};
}
