import type {
	IExecuteData,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
	NodeOperationError,
} from 'n8n-workflow';

import { readAccount } from '../../../../shared/account/account';
import { answer } from '../../../../shared/callback/callbackAnswer';
import { checkCallback, isRefusedCall } from '../../../../shared/callback/callbackCheck';
import { unreadable } from '../../../../shared/callback/refusal';
import { readTriggerParameters } from '../../../../shared/operation/parameters';
import { outcomeOf } from '../../../../shared/signatureRequest/requestEvent';
import { sendAndWaitFields } from './wait.fields';
import { ResultForm } from './wait.schema';
import { resultItem, whyNotSigned } from './waitResult';

/** The service calls a waiting execution. Whatever is thrown here would end the execution for good. */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await handle(context).catch((error: unknown) => answer(context, unreadable(error)));
}

/** It goes on when the request is over, whichever call says so: the one that should have may be lost. */
async function handle(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const account = await readAccount(context);
	const call = await checkCallback(context, {
		account,
		waitingRequestId: waitingRequestId(context),
	});
	if (isRefusedCall(call)) return answer(context, call);
	const { request, version, event } = call;
	const outcome = outcomeOf(request, event);
	if (outcome === undefined) return answer(context, { status: 200 });

	const form = readTriggerParameters(context, { schema: ResultForm, fields: sendAndWaitFields });
	const about = { outcome, version, ...form };
	const item = await resultItem(context, request, { ...about, isCallback: true });
	const reason = form.failUnlessSigned ? whyNotSigned(context, request, outcome) : undefined;
	if (!reason) return { workflowData: [[item]] };
	failWhenResumed(context, reason);
	// A retry reads the form again, which may name a file of the item that was waiting.
	return {
		workflowData: [[{ ...item, binary: { ...waitingItem(context)?.binary, ...item.binary } }]],
	};
}

/** The waiting item names the request for which the node waits; in a loop it is another one each time. */
function waitingRequestId(context: IWebhookFunctions): string {
	return String(waitingItem(context)?.json.requestId ?? '');
}

/**
 * n8n disables the node of a waiting execution, so that it hands on what we answer with. An error thrown
 * here would let the flow go on with an empty item. So the error is left where n8n itself leaves the
 * failure of a webhook, and the node is enabled: then it is thrown when n8n comes to the node, as from
 * any other, and the settings for errors hold.
 */
function failWhenResumed(context: IWebhookFunctions, reason: NodeOperationError): void {
	const runExecutionData = runDataOf(context);
	const waiting = waitingNode(context);
	if (waiting) waiting.node.disabled = false;
	runExecutionData.resultData.error = reason;
	runExecutionData.resultData.lastNodeExecuted = context.getNode().name;
}

/** Not by an expression, which is dear. */
function waitingItem(context: IWebhookFunctions): INodeExecutionData | undefined {
	return waitingNode(context)?.data.main?.[0]?.[0];
}

function waitingNode(context: IWebhookFunctions): IExecuteData | undefined {
	return runDataOf(context).executionData?.nodeExecutionStack[0];
}

function runDataOf(context: IWebhookFunctions): IRunExecutionData {
	return (context as unknown as { runExecutionData: IRunExecutionData }).runExecutionData;
}
