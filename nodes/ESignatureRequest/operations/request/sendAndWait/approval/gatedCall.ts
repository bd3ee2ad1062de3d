import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

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
	return callsInTurn(context).find(({ isOwn }) => isOwn)?.call;
}

/** The other calls of the same turn that this node is to review. */
export function otherCallsOf(context: IExecuteFunctions): GatedCall[] {
	return callsInTurn(context).flatMap(({ isOwn, call }) => (isOwn ? [] : [call]));
}

function callsInTurn(context: IExecuteFunctions): Array<{ isOwn: boolean; call: GatedCall }> {
	const { runExecutionData } = context as unknown as { runExecutionData: IRunExecutionData };
	const { name } = context.getNode();
	const { $runIndex: runIndex } = context.getWorkflowDataProxy(0);
	const actions = (runExecutionData.executionData?.nodeExecutionStack ?? []).flatMap(
		({ metadata }) => metadata?.subNodeExecutionData?.actions ?? [],
	);
	return actions
		.filter(({ nodeName }) => nodeName === name)
		.flatMap(({ action, runIndex: its }) => {
			const { hitl } = (action.metadata ?? {}) as { hitl?: GatedCall };
			return hitl ? [{ isOwn: its === runIndex, call: hitl }] : [];
		});
}
