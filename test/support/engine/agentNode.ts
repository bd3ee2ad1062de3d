/** Agents that use a node as their tool, or let a person review the calls of another tool. */
import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

interface Tool {
	/** Past the schema of the tool: what a model leaves out must do no harm either. */
	func: (toolArguments: IDataObject) => Promise<string>;
}

/** What the model answers with: input for the tool, and whatever else it makes up for the review. */
export interface ReviewedCall {
	toolParameters: IDataObject;
	hitlParameters?: IDataObject;
}

const { AiTool, Main } = NodeConnectionTypes;

export const agentDescription: INodeTypeDescription = {
	displayName: 'Agent',
	name: 'agent',
	group: ['transform'],
	version: 1,
	description: '',
	defaults: {},
	inputs: [Main, AiTool],
	outputs: [Main],
	properties: [],
};

/**
 * Gets its tool from n8n-core, as MCP Server Trigger and the Agent node before version 3 do, and calls it with these
 * arguments, one call after the other; a failure ends no other call.
 */
export function agentNode(calls: IDataObject[]): INodeType {
	return {
		description: agentDescription,
		async execute() {
			const [tool] = (await this.getInputConnectionData(AiTool, 0)) as Tool[];
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

/** Asks n8n's engine for each step, as the Agent node of version 3 does; of an error its model reads the title alone. */
export function engineAgent(calls: IDataObject[]): INodeType {
	return engineNode((response) => {
		const responses = response?.actionResponses ?? [];
		if (responses.length === 0) return ask(calls.map((input, at) => action(at, input)));
		return [responses.map((one) => ({ json: readByModel(answerOf(one)) }))];
	});
}

/** The engine answers with the title where the tool has failed. */
function readByModel({ error, ...answer }: IDataObject): IDataObject {
	return error === undefined ? { answer: JSON.stringify(answer) } : { error };
}

/** A person reviews its calls. Its output names those that were denied, with what the model reads of each. */
export function reviewedAgent(calls: ReviewedCall[]): INodeType {
	return engineNode((response) => {
		if (!response?.actionResponses.length) return ask(calls.map(askForReview));
		const reviewed = response.actionResponses.filter((one) => hitlOf(one));
		const approved = reviewed.filter((one) => answerOf(one).approved === true);
		if (approved.length > 0) return ask(approved.map(runTool));
		return [[{ json: { denied: reviewed.map((one) => answerOf(one).chatInput ?? null) } }]];
	});
}

function engineNode(
	step: (response?: EngineResponse) => INodeExecutionData[][] | EngineRequest,
): INodeType {
	return {
		description: agentDescription,
		execute: async (response) => await Promise.resolve(step(response)),
	};
}

type Response = EngineResponse['actionResponses'][number];
type Action = EngineRequest['actions'][number];

const ask = (actions: Action[]): EngineRequest => ({ actions, metadata: {} });

function action(at: number, input: IDataObject, metadata: IDataObject = {}): Action {
	return {
		actionType: 'ExecutionNodeAction',
		nodeName: 'Node',
		input,
		type: AiTool,
		id: `call-${at}`,
		metadata: { itemIndex: 0, ...metadata },
	};
}

function askForReview({ toolParameters, hitlParameters }: ReviewedCall, at: number): Action {
	const hitl = { gatedToolNodeName: 'Tool', toolName: 'refund', originalInput: toolParameters };
	return action(at, { tool: 'refund', ...hitlParameters, toolParameters }, { hitl });
}

function runTool(response: Response): Action {
	return {
		...response.action,
		nodeName: 'Tool',
		input: { tool: 'refund', ...hitlOf(response)!.originalInput },
		metadata: { itemIndex: 0, parentNodeName: 'Node' },
	};
}

function hitlOf({ action: { metadata } }: Response): { originalInput: IDataObject } | undefined {
	return (metadata as { hitl?: { originalInput: IDataObject } }).hitl;
}

function answerOf({ data }: Response): IDataObject {
	return data.data?.ai_tool?.[0]?.[0]?.json ?? {};
}

/** Its runs show what it was called with. */
export const reviewedTool: INodeType = {
	description: {
		...agentDescription,
		displayName: 'Tool',
		name: 'tool',
		inputs: [],
		outputs: [AiTool],
	},
	async execute() {
		await Promise.resolve();
		return [this.getInputData().map(({ json }) => ({ json: { ran: json } }))];
	},
};
