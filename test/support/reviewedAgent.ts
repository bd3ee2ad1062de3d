/** An agent whose tool a person reviews: it asks n8n's engine for each step, as the Agent node of version 3 does. */
import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** What the model answers with: input for the tool, and whatever else it makes up for the review. */
export interface ReviewedCall {
	toolParameters: IDataObject;
	hitlParameters?: IDataObject;
}

const { AiTool, Main } = NodeConnectionTypes;

/** Its output names the calls that were denied, with what the model reads of each. */
export function reviewedAgent(calls: ReviewedCall[]): INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: {},
			inputs: [Main, AiTool],
			outputs: [Main],
			properties: [],
		},
		execute: async (response?: EngineResponse) => await Promise.resolve(answerTo(calls, response)),
	};
}

function answerTo(
	calls: ReviewedCall[],
	response?: EngineResponse,
): INodeExecutionData[][] | EngineRequest {
	if (!response?.actionResponses.length) return { actions: calls.map(askForReview), metadata: {} };
	const reviewed = response.actionResponses.filter(({ action }) => hitlOf(action.metadata));
	const approved = reviewed.filter((one) => answerOf(one).approved === true);
	if (approved.length > 0) return { actions: approved.map(runTool), metadata: {} };
	return [[{ json: { denied: reviewed.map((one) => answerOf(one).chatInput ?? null) } }]];
}

function askForReview({ toolParameters, hitlParameters }: ReviewedCall, at: number) {
	const hitl = { gatedToolNodeName: 'Tool', toolName: 'refund', originalInput: toolParameters };
	return {
		actionType: 'ExecutionNodeAction' as const,
		nodeName: 'Node',
		input: { tool: 'refund', ...hitlParameters, toolParameters },
		type: AiTool,
		id: `call-${at}`,
		metadata: { itemIndex: 0, hitl },
	};
}

type Response = EngineResponse['actionResponses'][number];

function runTool({ action }: Response) {
	return {
		...action,
		nodeName: 'Tool',
		input: { tool: 'refund', ...hitlOf(action.metadata)!.originalInput },
		metadata: { itemIndex: 0, parentNodeName: 'Node' },
	};
}

function hitlOf(metadata: unknown): { originalInput: IDataObject } | undefined {
	return (metadata as { hitl?: { originalInput: IDataObject } }).hitl;
}

function answerOf({ data }: Response): IDataObject {
	return data.data?.ai_tool?.[0]?.[0]?.json ?? {};
}

/** Its runs show what it was called with. */
export const reviewedTool: INodeType = {
	description: {
		...reviewedAgent([]).description,
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
