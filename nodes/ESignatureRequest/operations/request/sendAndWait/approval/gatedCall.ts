import type { IExecuteFunctions, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

/** A call of a tool that an agent wants to make. */
export interface GatedCall {
	/** As the model knows it, and the node. */
	toolName: string;
	gatedToolNodeName: string;
	/** What the tool will get. */
	originalInput?: unknown;
}

/** n8n's name for what it makes of this node: it stands between an agent and its tools. */
export function isReview({ type }: { type: string }): boolean {
	return type.endsWith('HitlTool');
}

/**
 * What the agent will run when it is approved, as n8n itself keeps it. Not as the input item says it: there the model
 * can write any field, also the name of another tool.
 */
export function gatedCallOf(context: IExecuteFunctions): GatedCall | undefined {
	return callsInTurn(context).find(({ isThis }) => isThis)?.call;
}

/** The other calls of the same turn that this node is to review. */
export function otherCallsOf(context: IExecuteFunctions): GatedCall[] {
	const { name } = context.getNode();
	return callsInTurn(context).flatMap(({ isThis, nodeName, call }) =>
		nodeName === name && !isThis ? [call] : [],
	);
}

/** What all reviews have answered to the other calls of the same turn so far. */
export function otherAnswersOf(context: IExecuteFunctions): Array<INodeExecutionData | undefined> {
	const { runData } = runDataOf(context).resultData;
	return callsInTurn(context)
		.filter(({ isThis }) => !isThis)
		.map(({ nodeName, runIndex }) => runData[nodeName]?.[runIndex]?.data?.ai_tool?.[0]?.[0]);
}

function callsInTurn(context: IExecuteFunctions) {
	const { name } = context.getNode();
	const { $runIndex: own } = context.getWorkflowDataProxy(0);
	const actions = (runDataOf(context).executionData?.nodeExecutionStack ?? []).flatMap(
		({ metadata }) => metadata?.subNodeExecutionData?.actions ?? [],
	);
	return actions.flatMap(({ nodeName, action, runIndex }) => {
		const { hitl } = (action.metadata ?? {}) as { hitl?: GatedCall };
		const isThis = nodeName === name && runIndex === own;
		return hitl ? [{ isThis, nodeName, runIndex, call: hitl }] : [];
	});
}

function runDataOf(context: IExecuteFunctions): IRunExecutionData {
	return (context as unknown as { runExecutionData: IRunExecutionData }).runExecutionData;
}
