import type { IWebhookFunctions } from 'n8n-workflow';

/** What became of a call. For the service all of them are 200; Repeat Callback wants to know. */
type CallbackResult = 'received' | 'started' | 'known' | 'unticked' | 'waiting';

export const RESULT_HEADER = 'x-esignature-callback';

/** Only in answers to calls with a true proof. Without it, an answer is not one of our nodes'. */
export function markAnswer(context: IWebhookFunctions, result: CallbackResult): void {
	const response = context.getResponseObject();
	if (!response.headersSent) response.header(RESULT_HEADER, result);
}
