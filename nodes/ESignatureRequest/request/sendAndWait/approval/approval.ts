import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
} from 'n8n-workflow';

import { shortened } from '../../../../shared/client/foreignText';

/** A call of a tool that an agent wants to make. */
export interface GatedCall {
	/** For the model. */
	toolName: string;
	/** On the canvas. */
	gatedToolNodeName: string;
	/** The input of the tool. */
	originalInput?: unknown;
}

/** n8n derives such a node from this one. It reviews the calls between an agent and its tools. */
export function isReview({ type }: { type: string }): boolean {
	return type.endsWith('HitlTool');
}

/**
 * The call that the agent makes after an approval, from n8n's own data. In the input item, the model can write any field,
 * even the name of another tool.
 */
export function gatedCallOf(context: IExecuteFunctions): GatedCall | undefined {
	return callsInTurn(context).find(({ isThis }) => isThis)?.call;
}

/** The other calls of the same turn that this node reviews. */
export function otherCallsOf(context: IExecuteFunctions): GatedCall[] {
	const { name } = context.getNode();
	return callsInTurn(context).flatMap(({ isThis, nodeName, call }) =>
		nodeName === name && !isThis ? [call] : [],
	);
}

/** The answers of all reviews to the other calls of the same turn so far. */
function otherAnswersOf(context: IExecuteFunctions): Array<INodeExecutionData | undefined> {
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

/** For n8n's Agent: it runs the tool only if `approved` is true. Otherwise, the model reads `chatInput`. */
export function approvalOf(requestId: string, outcome: string): IDataObject {
	const approved = outcome === 'signed';
	return { approved, requestId, outcome, ...(!approved && { chatInput: reasonFor(outcome) }) };
}

function reasonFor(outcome: string): string {
	const reasons: Record<string, string> = {
		declined: 'The approver declined to sign. Do not run this tool call.',
		timeLimit: 'No one signed in time. The tool call was not approved. Do not run it.',
	};
	const other = `The approval ended without a signature (${shortened(outcome)}). Do not run this tool call.`;
	return reasons[outcome] ?? other;
}

/**
 * The agent gets all answers of a turn after the last one. From then on, an approval counts only in memory: n8n may save
 * the answers while the tool runs, and a retry must not use an approval again.
 */
export function deliverAnswer(context: IExecuteFunctions, answer: IDataObject): IDataObject {
	const others = otherAnswersOf(context);
	if (others.includes(undefined)) return answer;
	for (const one of others) if (one) one.json = invalidIfSaved(one.json);
	return invalidIfSaved(answer);
}

/** An earlier attempt may have used its approvals for this turn. */
export function invalidateApprovals(context: IExecuteFunctions): void {
	for (const one of otherAnswersOf(context)) if (one) one.json = invalid(one.json);
}

function invalidIfSaved(answer: IDataObject): IDataObject {
	return Object.defineProperty({ ...answer }, 'toJSON', { value: () => invalid(answer) });
}

function invalid({ approved, ...answer }: IDataObject): IDataObject {
	return approved === true ? { ...answer, chatInput: USED } : { approved, ...answer };
}

const USED =
	'The approver signed this call, and a signature is good for one call. If the call has no result, it may have run already. Another call needs a new signature.';

/**
 * At the time limit, n8n outputs the input items, and the model may have written `approved: true` there. So they are
 * replaced. Two calls in one turn share the object of their node in n8n's stack, and n8n disables it for the one that
 * waits. The other would pass without a review. So each call gets a separate object.
 */
export function refuseUntilSigned(context: IExecuteFunctions, requestId: string): void {
	const [item] = context.getInputData() as [INodeExecutionData];
	item.json = approvalOf(requestId, 'timeLimit');
	const execution = context.getExecuteData();
	execution.node = { ...execution.node };
}
