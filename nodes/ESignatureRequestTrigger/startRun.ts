import { sleep } from 'n8n-workflow';
import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { markAnswer } from '../shared/callback/callbackResult';

/** So long n8n may take to store a run when the caller has gone and nothing else shows the end. */
const STORING_MS = 30_000;

const SLICE_MS = 250;

interface Start {
	response: IWebhookResponseData;
	/** Known when n8n has stored the run, or has answered without that. */
	isStored: Promise<boolean>;
}

/**
 * n8n reads the answer when it has stored the run, then saves what was remembered, and then sends the answer.
 * So reading it is the sign: killed before it, n8n remembers nothing and has answered nothing, and the service
 * calls again. What is remembered earlier could be saved without the run, and would not be saved after it.
 */
export function startRun(
	context: IWebhookFunctions,
	item: INodeExecutionData,
	onStored?: () => void,
): Start {
	let isStored = false;
	let markRead: () => void;
	const read = new Promise<void>((resolve) => (markRead = resolve));
	const response: IWebhookResponseData = {
		workflowData: [[item]],
		get webhookResponse() {
			isStored = true;
			markAnswer(context, 'started');
			onStored?.();
			markRead();
			return '';
		},
	};
	const over = Promise.race([read, untilAnswered(context.getResponseObject())]);
	return { response, isStored: over.then(() => isStored) };
}

type Caller = ReturnType<IWebhookFunctions['getResponseObject']>;

/**
 * Not by its events: an answer to one of several calls on the same connection is sent after those before it, which
 * may wait for this one; and it has no events when the connection is closed before.
 */
async function untilAnswered(caller: Caller): Promise<void> {
	if (caller.destroyed) return await sleep(STORING_MS);
	while (!caller.writableEnded && !caller.destroyed) await sleep(SLICE_MS);
}
