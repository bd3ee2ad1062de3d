import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { shortened } from '../../../../../shared/http/foreignText';
import { otherAnswersOf } from './gatedCall';

/** What n8n's Agent looks at: only `approved: true` runs the tool, and the model reads `chatInput` otherwise. */
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
 * The agent gets the answers of a turn together with the last one. From then on they count only in memory: n8n may save
 * them while the tool runs, and a retry begins with what was saved.
 */
export function handOver(context: IExecuteFunctions, answer: IDataObject): IDataObject {
	const others = otherAnswersOf(context);
	if (others.includes(undefined)) return answer;
	for (const one of others) if (one) one.json = usedWhenSaved(one.json);
	return usedWhenSaved(answer);
}

/** Those that an earlier attempt has got for this turn: it may have used them. */
export function useUpApprovals(context: IExecuteFunctions): void {
	for (const one of otherAnswersOf(context)) if (one) one.json = used(one.json);
}

function usedWhenSaved(answer: IDataObject): IDataObject {
	return Object.defineProperty({ ...answer }, 'toJSON', { value: () => used(answer) });
}

function used({ approved, ...answer }: IDataObject): IDataObject {
	return approved === true ? { ...answer, chatInput: USED } : { approved, ...answer };
}

const USED =
	'The approver signed this call, and a signature is good for one call. If the call has no result, it may have run already. To run it again, call the tool again: that needs a new signature.';

/**
 * n8n hands on the input items when the time limit passes, and the model can have written approved: true there. So
 * nothing of them is left. Two calls in one turn share the object of their node in n8n's stack, and n8n disables it for
 * the one that waits: the second would pass without a review. So each call gets an object of its own.
 */
export function refuseUntilSigned(context: IExecuteFunctions, requestId: string): void {
	const [item] = context.getInputData() as [INodeExecutionData];
	item.json = approvalOf(requestId, 'timeLimit');
	const execution = context.getExecuteData();
	execution.node = { ...execution.node };
}
