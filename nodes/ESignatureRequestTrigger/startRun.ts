import { sleep } from 'n8n-workflow';
import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** So long n8n may take to store a run when the caller has gone and nothing else shows the end. */
const STORING_MS = 30_000;

interface Start {
	response: IWebhookResponseData;
	/** Known when the call is over. */
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
	let tellRead: () => void;
	const read = new Promise<void>((resolve) => (tellRead = resolve));
	const response: IWebhookResponseData = {
		workflowData: [[item]],
		get webhookResponse() {
			isStored = true;
			onStored?.();
			tellRead();
			return '';
		},
	};
	const caller = context.getResponseObject();
	const over = caller.destroyed
		? Promise.race([read, sleep(STORING_MS)])
		: new Promise<void>((resolve) => void caller.once('close', resolve));
	return { response, isStored: over.then(() => isStored) };
}
