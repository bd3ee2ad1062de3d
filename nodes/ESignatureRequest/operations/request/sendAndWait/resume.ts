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
import type { VerifiedCallback } from '../../../../shared/callback/callbackCheck';
import { unreadable } from '../../../../shared/callback/refusal';
import { readTriggerParameters } from '../../../../shared/operation/parameters';
import { outcomeOf } from '../../../../shared/signatureRequest/requestEvent';
import { isReview } from './approval/gatedCall';
import { outcomesOf } from './openRequests';
import { sendAndWaitFields } from './wait.fields';
import { ResultForm } from './wait.schema';
import { heldBy, keptWarnings, requestIdOf } from './waitingItem';
import { failedItem, orMissingFile, resultItem, whyNotSigned } from './waitResult';

/** The service calls a waiting execution. Whatever is thrown here would end the execution for good. */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await handle(context).catch((error: unknown) => answer(context, unreadable(error)));
}

/** It goes on when all requests are over, whichever call says so: the one that should have may be lost. */
async function handle(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const account = await readAccount(context);
	const items = waitingItems(context);
	const waitingRequestIds = items.flatMap((item) => requestIdOf(item) ?? []);
	const call = await checkCallback(context, { account, waitingRequestIds });
	if (isRefusedCall(call)) return answer(context, call);
	const { request, version, event } = call;
	const outcome = outcomeOf(request, event);
	if (outcome === undefined) return answer(context, { status: 200 });
	forgetTimeLimit(context);
	if (isReview(context.getNode())) {
		// n8n saves what we answer with, and a retry begins with it: only the node itself may approve.
		enable(context);
		return { workflowData: [[{ json: { requestId: request.id, outcome } }]] };
	}
	const [only, ...others] = items;
	if (only && others.length === 0) return await goOnWith(context, { item: only, call, outcome });

	const called = { id: request.id, outcome };
	const outcomes = await outcomesOf(context, waitingRequestIds, { version, called });
	if (outcomes === undefined) return answer(context, { status: 200, result: 'waiting' });
	if ('status' in outcomes) return answer(context, outcomes);
	return runAgain(context, outcomes);
}

/** The result of the only item is complete before the service has its answer: it calls again when it is not. */
async function goOnWith(
	context: IWebhookFunctions,
	{
		item,
		call: { request, version },
		outcome,
	}: { item: INodeExecutionData; call: VerifiedCallback; outcome: string },
): Promise<IWebhookResponseData> {
	const form = readTriggerParameters(context, { schema: ResultForm, fields: sendAndWaitFields });
	const about = { outcome, version, ...form, ...keptWarnings(item.json, form) };
	const sent = { requestId: request.id, request, outcome };
	const reason = form.failUnlessSigned ? whyNotSigned(context, [sent]) : undefined;
	const pairedItem = { item: 0 };
	if (reason && continuesOnFail(context)) {
		return { workflowData: [[{ ...failedItem(reason, sent), pairedItem }]] };
	}
	const result = await resultItem(context, request, { ...about, isCallback: true });
	if (!reason) {
		const made = continuesOnFail(context) ? orMissingFile(context, result, sent) : result;
		return { workflowData: [[{ ...made, pairedItem }]] };
	}
	failWhenResumed(context, reason);
	// A retry reads the form again, which may name a file of the item that was waiting.
	return { workflowData: [[{ ...result, binary: { ...item.binary, ...result.binary } }]] };
}

/** The node itself makes the results of many items, with their files: that may take longer than the service waits. */
function runAgain(context: IWebhookFunctions, outcomes: Map<string, string>): IWebhookResponseData {
	enable(context);
	const items = waitingItems(context).map((item) => {
		const outcome = outcomes.get(requestIdOf(item) ?? '');
		return outcome === undefined ? item : { ...item, json: { ...item.json, outcome } };
	});
	return { workflowData: [items] };
}

/**
 * n8n disables the node of a waiting execution, so that it hands on what we answer with. An error thrown
 * here would let the workflow go on with an empty item. So the error is left where n8n itself leaves the
 * failure of a webhook, and the node is enabled: then it is thrown when n8n comes to the node, as from
 * any other, and the settings for errors hold.
 */
function failWhenResumed(context: IWebhookFunctions, reason: NodeOperationError): void {
	const runExecutionData = runDataOf(context);
	enable(context);
	runExecutionData.resultData.error = reason;
	runExecutionData.resultData.lastNodeExecuted = context.getNode().name;
}

/** As n8n reads the setting; a webhook has no method for it. */
function continuesOnFail(context: IWebhookFunctions): boolean {
	const { onError, continueOnFail = false } = context.getNode();
	return onError === undefined ? continueOnFail : onError !== 'stopWorkflow';
}

/** It would be thrown at the resume too. */
function forgetTimeLimit(context: IWebhookFunctions): void {
	delete waitingNode(context)?.metadata?.resumeError;
}

function enable(context: IWebhookFunctions): void {
	const waiting = waitingNode(context);
	if (waiting) waiting.node.disabled = false;
}

/** Not by an expression, which is expensive. */
function waitingItems(context: IWebhookFunctions): INodeExecutionData[] {
	const items = waitingNode(context)?.data.main?.[0] ?? [];
	return items.map((item) => ({ ...item, json: heldBy(item.json) }));
}

function waitingNode(context: IWebhookFunctions): IExecuteData | undefined {
	return runDataOf(context).executionData?.nodeExecutionStack[0];
}

function runDataOf(context: IWebhookFunctions): IRunExecutionData {
	return (context as unknown as { runExecutionData: IRunExecutionData }).runExecutionData;
}
