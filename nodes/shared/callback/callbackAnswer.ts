import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nodeKey } from '../memory/nodeKey';
import { shouldLog } from '../memory/shouldLog';
import { markAnswer } from './callbackResult';
import type { Refused } from './refusal';

/** Answers the service ourselves, which starts nothing: n8n would send 200 whatever the matter is. */
export function answer(
	context: IWebhookFunctions,
	{ status, why, note = why, retryAfterMs, result }: Refused,
): IWebhookResponseData {
	if (note !== undefined) log(context, status, note);
	const response = context.getResponseObject();
	response.status(status);
	if (result !== undefined) markAnswer(context, result);
	if (retryAfterMs !== undefined) {
		response.header('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
	}
	response.type('text/plain').end(why ?? '');
	return { noWebhookResponse: true };
}

/** Strangers can cause these lines, so each kind comes once in a while; a 400 repeats words of the caller. */
function log(context: IWebhookFunctions, status: number, note: string): void {
	const kind = `${nodeKey(context)} ${status} ${status === 400 ? '' : note}`;
	if (!shouldLog(kind, Date.now())) return;
	context.logger.warn(`${context.getNode().name}: a callback was answered with ${status}. ${note}`);
}
