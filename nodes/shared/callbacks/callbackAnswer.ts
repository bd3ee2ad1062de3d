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
	note: 'It carries a proof that was not made with the API key of this credential for the address that was called. If it was a true callback: the credentials of Create and of this node must hold the same API key (after a change, the one before belongs in Previous API Key), and a proxy before n8n must leave the Path of the trigger as it is.',
};

export const wrongOwner: Refused = {
	...unauthorized,
	note: 'Its proof was made for a request of this account, and the request that it names belongs to someone else: they have copied an address. If it was a true callback: create the request with the credential of this node.',
};

export const incomplete: Refused = {
	status: 400,
	why: 'This address names no event and no request. Add ?event=success&request=SERVICE_SIGNATURE_REQUEST_ID&document=SERVICE_DOCUMENT_ID to it, with the placeholders as the service spells them.',
};

export const wrongDocument: Refused = {
	status: 409,
	why: 'The document in this address is not the one of the request.',
};

export const callbackUrlHidden: Refused = {
	status: 409,
	why: 'The service shows no callback address of this request, so nothing says that this call belongs to it. If the service never shows them, switch on Accept Unconfirmed Callbacks in the trigger; the service calls again.',
};

export const wrongRequest: Refused = {
	status: 410,
	why: 'The node waits for another request by now. Nothing has to be done.',
	result: 'known',
};

export const signatureNotShownYet: Refused = {
	status: 409,
	why: 'The request does not show the signature that this call names as signed yet. Call again in 1 minute.',
	retryAfterMs: 60_000,
};

export const tooManyCalls: Refused = {
	status: 503,
	why: 'More calls without a proof have come than this n8n asks the service about. Call again in 10 seconds.',
	retryAfterMs: 10_000,
};

export const executionNotStored: Refused = {
	status: 503,
	why: 'This n8n could not store the run that this call was to start. Call again in 1 minute.',
	retryAfterMs: 60_000,
};

export const stillReading: Refused = {
	status: 503,
	why: 'This n8n has not yet read all requests that the node waits for. Call again in 10 seconds.',
	retryAfterMs: 10_000,
};

export function placeholderNotReplaced(placeholder: string): Refused {
	return {
		status: 400,
		why: `The placeholder ${placeholder} was not replaced. The service spells it differently: correct Placeholder Prefix in the credential with which the request is created, and create it again.`,
	};
}

export function wrongState(
	event: CallbackEvent,
	{ status_overall: status }: SignatureRequest,
): Refused {
	const why =
		event === 'update' && status !== 'OPEN'
			? 'The request has one signer at most, or no one has signed, so there was no update.'
			: `The request is in the state ${shortened(status ?? 'unknown')}, which is no ${event}.`;
	return { status: 409, why };
}

const USUAL_PAUSE_MS = 60_000;

/** A 404 is the service's word that there is no such request; everything else may pass. */
export function readFailed(error: unknown): Refused {
	if (!(error instanceof NodeApiError))
		return callAgainLater('this n8n could not read the request.');
	if (error.httpCode === '404') return { status: 410, why: 'There is no such request any more.' };
	const { failure } = error;
	const pauseMs = failure && 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
	return callAgainLater(error.message, pauseMs);
}

function callAgainLater(reason: string, retryAfterMs = USUAL_PAUSE_MS): Refused {
	const sentence = reason.replace(/\.?$/, '.');
	const why = `The request or its documents could not be read: ${sentence} Call again in ${describeDuration(retryAfterMs)}.`;
	return { status: 503, why, retryAfterMs };
}
