/** An example, whose other nodes are n8n's own and not here: n8n's engine evaluates their expressions. */
import { readFileSync } from 'node:fs';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	INodeExecutionData,
	INodeParameters,
	INodeTypes,
	IRunData,
	IWorkflowBase,
	NodeParameterValue,
} from 'n8n-workflow';

/** What a node has put out, and the node before it. */
interface Ran {
	name: string;
	items: INodeExecutionData[];
	after?: string;
}

export function readExample(name: string) {
	const text = readFileSync(`examples/${name}.json`, 'utf8');
	const { nodes, connections } = JSON.parse(text) as IWorkflowBase;
	const parametersOf = (nodeName: string): INodeParameters =>
		nodes.find((node) => node.name === nodeName)!.parameters;

	/** Expressions of a node that gets what the last of these has put out. */
	async function evaluate(
		nodeName: string,
		parameters: NodeParameterValue[],
		ran: Ran[],
		itemIndex = 0,
	): Promise<unknown[]> {
		const none = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
		const workflow = new Workflow({ nodes, connections, active: false, nodeTypes: none });
		const sourceOf = (previousNode?: string) =>
			previousNode === undefined ? [] : [{ previousNode, previousNodeRun: 0 }];
		const runData: IRunData = Object.fromEntries(
			ran.map(({ name: ranName, items, after }, executionIndex) => [
				ranName,
				[
					{
						...{ startTime: 0, executionTime: 0, executionIndex, source: sourceOf(after) },
						data: { main: [items] },
					},
				],
			]),
		);
		const last = ran.at(-1)!;
		await workflow.expression.acquireIsolate();
		return parameters.map((one) =>
			workflow.expression.getParameterValue(
				one,
				createRunExecutionData({ resultData: { runData } }),
				0,
				itemIndex,
				nodeName,
				last.items,
				'manual',
				{},
				{
					data: { main: [last.items] },
					node: workflow.getNode(nodeName)!,
					source: { main: sourceOf(last.name) },
				},
			),
		);
	}

	return { nodes, connections, parametersOf, evaluate };
}
