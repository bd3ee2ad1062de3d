import { NodeApiError } from 'n8n-workflow';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { shortened } from '../client/foreignText';
import { nodeKey, shouldLog } from '../memory/processMemory';
import { describeDuration } from '../network/time';
import type { CallbackEvent } from '../requests/callbackEvent';
import type { SignatureRequest } from '../requests/signatureRequest.schema';

/** What became of a call. For the service all of them are 200; Repeat Callback wants to know. */
type CallbackResult = 'received' | 'started' | 'known' | 'unticked' | 'waiting';

export const RESULT_HEADER = 'x-esignature-callback';

/** Only in answers to calls with a true proof. Without it, an answer is not one of our nodes'. */
export function setResultHeader(context: IWebhookFunctions, result: CallbackResult): void {
	const response = context.getResponseObject();
	if (!response.headersSent) response.header(RESULT_HEADER, result);
}

/** Answers the service ourselves, which starts nothing: n8n would always send 200. */
export function answer(
	context: IWebhookFunctions,
	{ status, why, note = why, retryAfterMs, result }: Refused,
): IWebhookResponseData {
	if (note !== undefined) log(context, status, note);
	const response = context.getResponseObject();
	response.status(status);
	if (result !== undefined) setResultHeader(context, result);
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

/** What the caller is answered when nothing is to happen; a 401 says nothing at all. */
export interface Refused {
	status: 200 | 400 | 401 | 409 | 410 | 503;
	why?: string;
	/** What only the owner of this n8n reads, in its log. */
	note?: string;
	retryAfterMs?: number;
	/** Where nothing has to happen any more. */
	result?: 'known' | 'unticked' | 'waiting';
}

export const unauthorized: Refused = { status: 401 };

export const eventNotSelected: Refused = { status: 200, result: 'unticked' };

export const alreadyHandled: Refused = { status: 200, result: 'known' };

export const wrongProof: Refused = {
	...unauthorized,
	note: "Its proof doesn't match the API key of this credential or the called URL. If Skribble made the call, use the same API key in Create and in this node. After you change the key, enter the old one in Previous API Key. A proxy must not change the Path of the trigger.",
};

export const wrongOwner: Refused = {
	...unauthorized,
	note: 'The request belongs to someone else, who copied a callback URL of this account. If Skribble made the call, create the request with the credential of this node.',
};

export const incomplete: Refused = {
	status: 400,
	why: 'The URL has no event and no request. Add ?event=success&request=SKRIBBLE_SIGNATURE_REQUEST_ID&document=SKRIBBLE_DOCUMENT_ID to it. Services at custom addresses have other placeholders.',
};

export const wrongDocument: Refused = {
	status: 409,
	why: "The document in the URL isn't a document of the request.",
};

export const callbackUrlHidden: Refused = {
	status: 409,
	why: "Skribble shows no callback URL of this request, so the call can't be confirmed. Services at custom addresses may never show it. Then switch on Accept Unconfirmed Callbacks in the trigger.",
};

export const wrongRequest: Refused = {
	status: 410,
	why: "The node now waits for another request. You don't have to do anything.",
	result: 'known',
};

export const signatureNotShownYet: Refused = {
	status: 409,
	why: "The request doesn't show the signature of this call yet. Call again in 1 minute.",
	retryAfterMs: 60_000,
};

export const tooManyCalls: Refused = {
	status: 503,
	why: 'This n8n got too many calls without a proof. Call again in 10 seconds.',
	retryAfterMs: 10_000,
};

export const executionNotStored: Refused = {
	status: 503,
	why: "This n8n couldn't save the execution. Call again in 1 minute.",
	retryAfterMs: 60_000,
};

export const stillReading: Refused = {
	status: 503,
	why: 'This n8n is still reading the requests of the node. Call again in 10 seconds.',
	retryAfterMs: 10_000,
};

export function placeholderNotReplaced(placeholder: string): Refused {
	return {
		status: 400,
		why: `The placeholder ${placeholder} wasn't replaced. Correct Placeholder Prefix in the credential, and create the request again.`,
	};
}

export function wrongState(
	event: CallbackEvent,
	{ status_overall: status }: SignatureRequest,
): Refused {
	const why =
		event === 'update' && status !== 'OPEN'
			? 'The request has fewer than two signers, or no one has signed, so there was no update.'
			: `The state ${shortened(status ?? 'unknown')} of the request doesn't fit the event ${event}.`;
	return { status: 409, why };
}

const USUAL_PAUSE_MS = 60_000;

/** A 404 is the service's word that there is no such request; everything else may pass. */
export function readFailed(error: unknown): Refused {
	if (!(error instanceof NodeApiError))
		return callAgainLater("this n8n couldn't read the request.");
	if (error.httpCode === '404') return { status: 410, why: 'The request no longer exists.' };
	const { failure } = error;
	const pauseMs = failure && 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
	return callAgainLater(error.message, pauseMs);
}

function callAgainLater(reason: string, retryAfterMs = USUAL_PAUSE_MS): Refused {
	const sentence = reason.replace(/\.?$/, '.');
	const why = `The request or its documents couldn't be read: ${sentence} Call again in ${describeDuration(retryAfterMs)}.`;
	return { status: 503, why, retryAfterMs };
}
