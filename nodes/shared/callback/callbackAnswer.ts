import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Refused } from './refusal';

/** Answers the service ourselves, which starts nothing: n8n would send 200 whatever the matter is. */
export function answer(
	context: IWebhookFunctions,
	{ status, why, note = why, retryAfterMs }: Refused | (Omit<Refused, 'status'> & { status: 200 }),
): IWebhookResponseData {
	if (note !== undefined) {
		context.logger.warn(
			`${context.getNode().name}: a callback was answered with ${status}. ${note}`,
		);
	}
	const response = context.getResponseObject();
	response.status(status);
	if (retryAfterMs !== undefined) {
		response.header('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
	}
	response.type('text/plain').end(why ?? '');
	return { noWebhookResponse: true };
}
