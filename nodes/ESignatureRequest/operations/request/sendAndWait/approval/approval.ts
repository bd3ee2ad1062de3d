import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { shortened } from '../../../../../shared/http/foreignText';

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
