import { NodeApiError } from 'n8n-workflow';
import type {
	IExecuteData,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
	NodeOperationError,
} from 'n8n-workflow';

import { readAccount } from '../../../shared/account/account';
import { answer, readFailed, stillReading } from '../../../shared/callbacks/callbackAnswer';
import type { Refused } from '../../../shared/callbacks/callbackAnswer';
import { checkCallback, isRefusedCall } from '../../../shared/callbacks/callbackCheck';
import type { VerifiedCallback } from '../../../shared/callbacks/callbackCheck';
import type { ApiVersion } from '../../../shared/client/call';
import { isSameId } from '../../../shared/client/callService';
import { readTriggerForm } from '../../../shared/form/readForm';
import { nodeKey, setBounded } from '../../../shared/memory/processMemory';
import { readWithCallbacks } from '../../../shared/requests/readRequest';
import { outcomeOf } from '../../../shared/requests/requestEvent';
import { isReview } from './approval/approval';
import { resultFields } from './wait.fields';
import { DELETED, originalJson, savedWarnings, requestIdOf } from './waitingItem';
import { failedItem, orMissingFile, resultItem, whyFailed } from './waitResult';

/** The service calls a waiting execution. An error here would end the execution for good. */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await handle(context).catch((error: unknown) => answer(context, readFailed(error)));
}

/** Resumes when all requests have ended. Any callback can notice that, because others may be lost. */
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
		// n8n saves this answer, and a retry begins with it. So the node decides about the approval, not the answer.
		enable(context);
		return { workflowData: [[{ json: { requestId: request.id, outcome } }]] };
	}
	const [only, ...others] = items;
	if (only && others.length === 0) return await resumeWith(context, { item: only, call, outcome });

	const called = { id: request.id, outcome };
	const outcomes = await outcomesOf(context, waitingRequestIds, { version, called });
	if (outcomes === undefined) return answer(context, { status: 200, result: 'waiting' });
	if ('status' in outcomes) return answer(context, outcomes);
	return runAgain(context, outcomes);
}

/** Completes the result of the only item before it answers: after an error, the service calls again. */
async function resumeWith(
	context: IWebhookFunctions,
	{
		item,
		call: { request, version },
		outcome,
	}: { item: INodeExecutionData; call: VerifiedCallback; outcome: string },
): Promise<IWebhookResponseData> {
	const form = readTriggerForm(context, resultFields);
	const about = { outcome, version, ...form, ...savedWarnings(item.json, form) };
	const sent = { requestId: request.id, request, outcome };
	const reason = whyFailed(context, [sent], form);
	const pairedItem = { item: 0 };
	if (reason && continuesOnFail(context)) {
		return { workflowData: [[{ ...failedItem(reason, sent), pairedItem }]] };
	}
	const result = await resultItem(context, request, { ...about, isCallback: true });
	if (!reason) {
		const output = continuesOnFail(context) ? orMissingFile(context, result, sent) : result;
		return { workflowData: [[{ ...output, pairedItem }]] };
	}
	failWhenResumed(context, reason);
	// A retry reads the form again, which may name a file of the waiting item.
	return { workflowData: [[{ ...result, binary: { ...item.binary, ...result.binary } }]] };
}

/** The results of many items, with their files, may take longer than the service waits. So the node makes them. */
function runAgain(context: IWebhookFunctions, outcomes: Map<string, string>): IWebhookResponseData {
	enable(context);
	const items = waitingItems(context).map((item) => {
		const outcome = outcomes.get(requestIdOf(item) ?? '');
		return outcome === undefined ? item : { ...item, json: { ...item.json, outcome } };
	});
	return { workflowData: [items] };
}

/**
 * n8n disables a waiting node so that the answer of its webhook becomes its output. If the webhook throws, the workflow
 * continues with an empty item. So the error is saved where n8n saves the failure of a webhook, and the node is enabled:
 * then n8n throws the error at the node, and the settings for errors apply.
 */
function failWhenResumed(context: IWebhookFunctions, reason: NodeOperationError): void {
	const runExecutionData = runDataOf(context);
	enable(context);
	runExecutionData.resultData.error = reason;
	runExecutionData.resultData.lastNodeExecuted = context.getNode().name;
}

/** Like `continueOnFail()`, which webhooks don't have. */
function continuesOnFail(context: IWebhookFunctions): boolean {
	const { onError, continueOnFail = false } = context.getNode();
	return onError === undefined ? continueOnFail : onError !== 'stopWorkflow';
}

/** n8n would throw it when it resumes. */
function forgetTimeLimit(context: IWebhookFunctions): void {
	delete waitingNode(context)?.metadata?.resumeError;
}

function enable(context: IWebhookFunctions): void {
	const waiting = waitingNode(context);
	if (waiting) waiting.node.disabled = false;
}

/** An expression would be expensive. */
function waitingItems(context: IWebhookFunctions): INodeExecutionData[] {
	const items = waitingNode(context)?.data.main?.[0] ?? [];
	return items.map((item) => ({ ...item, json: originalJson(item.json) }));
}

function waitingNode(context: IWebhookFunctions): IExecuteData | undefined {
	return runDataOf(context).executionData?.nodeExecutionStack[0];
}

function runDataOf(context: IWebhookFunctions): IRunExecutionData {
	return (context as unknown as { runExecutionData: IRunExecutionData }).runExecutionData;
}

/** This process remembers them to save calls. After a restart, it reads all requests again. */
const MOST_REMEMBERED = 20_000;
const endedWith = new Map<string, string>();
const lastOpen = new Map<string, string>();

/** The service waits for our answer. If it is asked to call again, the outcomes so far are remembered. */
const LONGEST_MS = 8_000;

/**
 * The outcomes of the requests of a waiting execution by their ids, or undefined while one is open. Reads until it finds
 * an open one, beginning with the one that was open last time.
 */
async function outcomesOf(
	context: IWebhookFunctions,
	requestIds: string[],
	{ version, called }: { version: ApiVersion; called: { id: string; outcome: string } },
): Promise<Map<string, string> | Refused | undefined> {
	const nameOf = (id: string) => `${nodeKey(context)} ${id.toLowerCase()}`;
	const remember = (id: string, outcome: string) =>
		setBounded(endedWith, nameOf(id), outcome, MOST_REMEMBERED);
	remember(called.id, called.outcome);

	const wait = nameOf(requestIds.join());
	const outcomes = new Map<string, string>();
	const startedMs = Date.now();
	for (const id of beginningWith(lastOpen.get(wait), requestIds)) {
		if (Date.now() - startedMs > LONGEST_MS) return stillReading;
		const outcome = endedWith.get(nameOf(id)) ?? (await readOutcome(context, version, id));
		if (outcome === undefined) {
			setBounded(lastOpen, wait, id, MOST_REMEMBERED);
			return undefined;
		}
		remember(id, outcome);
		outcomes.set(id, outcome);
	}
	return outcomes;
}

function beginningWith(first: string | undefined, ids: string[]): string[] {
	const at = Math.max(0, first === undefined ? 0 : ids.indexOf(first));
	return [...ids.slice(at), ...ids.slice(0, at)];
}

async function readOutcome(
	context: IWebhookFunctions,
	version: ApiVersion,
	requestId: string,
): Promise<string | undefined> {
	const ref = { version, requestId, itemIndex: 0 };
	const answer = await readWithCallbacks(context, ref).catch((error: unknown) => {
		if (!isGone(error)) throw error;
		return undefined;
	});
	if (answer === undefined) return DELETED;
	const { request } = answer;
	if (!isSameId(request.id, requestId)) throw new Error('Skribble answered with another request');
	return outcomeOf(request);
}

function isGone(error: unknown): boolean {
	return error instanceof NodeApiError && error.httpCode === '404';
}
