import type { IN8nHttpFullResponse } from 'n8n-workflow';

import type { FileContext } from '../client/call';
import { readBeginning } from '../network/answer';
import type { CallbackEvent } from '../requests/callbackEvent';
import { newestDocumentId } from '../requests/signatureRequest.schema';
import type { RequestWithCallbacks, SignatureRequest } from '../requests/signatureRequest.schema';
import { unlessLate } from '../requests/unlessLate';
import { hasSameTarget, isOwnRequest, readOwnAddress } from './callback';
import type { Owners } from './callback';
import { RESULT_HEADER } from './callbackAnswer';

/**
 * The URL that Skribble calls for an event of a request. Only one that we wrote, in a request of our own, for the host
 * and path that it still has: people who may change the request know the proof in it, and they must not choose which
 * address this n8n calls.
 */
export function storedCallback(
	stored: RequestWithCallbacks,
	account: Pick<Owners, 'username' | 'apiKey' | 'previousApiKey'>,
	event: CallbackEvent,
): { url: string } | undefined {
	const url = stored.callbackUrls[event];
	const keys = [account.apiKey, account.previousApiKey];
	const isOurs =
		typeof url === 'string' &&
		readOwnAddress(url, keys)?.event === event &&
		hasSameTarget(url, keys) &&
		isOwnRequest(stored, account);
	return isOurs ? { url: filledIn(url, stored.request) } : undefined;
}

/** With any prefix: if the one in the credential was wrong, Skribble has left the placeholders as they are. */
function filledIn(url: string, request: SignatureRequest): string {
	// If the request shows no document, none is compared, but a call has to name one.
	const documentId = newestDocumentId(request) ?? 'none';
	return url
		.replace(/\b[A-Z]+_SIGNATURE_REQUEST_ID\b/g, encodeURIComponent(request.id))
		.replace(/\b[A-Z]+_DOCUMENT_ID\b/g, encodeURIComponent(documentId));
}

export interface CallbackResult {
	result:
		| 'delivered'
		| 'alreadyHandled'
		| 'stillOpen'
		| 'noCallback'
		/** With the status of the answer. */
		| 'refused'
		/** No answer, or one that is not from our nodes: n8n also answers 200 while it starts. */
		| 'unreachable';
	status?: number;
}

/** One callback as Skribble makes it (interface.md part 6). Never throws: n8n's errors contain the URL, a secret. */
export async function callAsSkribble(
	context: FileContext,
	url: string,
	timeoutMs: number,
): Promise<CallbackResult> {
	// n8n's own limit ends when an answer begins.
	const latestMs = Date.now() + 2 * timeoutMs;
	try {
		return await unlessLate(send(context, url, timeoutMs), { latestMs: () => latestMs });
	} catch {
		return { result: 'unreachable' };
	}
}

/** n8n's refusals are a few words. */
const LONGEST_ANSWER_BYTES = 16 * 1024;

async function send(context: FileContext, url: string, timeoutMs: number): Promise<CallbackResult> {
	const { statusCode, headers, body } = (await context.helpers.httpRequest({
		method: 'POST',
		url,
		headers: { 'Content-Type': 'text/plain' },
		encoding: 'stream',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		timeout: timeoutMs,
	})) as IN8nHttpFullResponse;
	const limits = { silenceMs: timeoutMs, wholeMs: timeoutMs, mostBytes: LONGEST_ANSWER_BYTES };
	const text = await readBeginning(body, limits).catch(() => '');
	const [status, mark] = [statusCode, headers[RESULT_HEADER]];
	// A trigger that doesn't start for the event has nothing left to do either.
	if (mark === 'known' || mark === 'unticked') return { result: 'alreadyHandled' };
	// The request is open, or the execution waits for other requests too.
	if (mark === 'waiting') return { result: 'stillOpen' };
	if (status >= 200 && status < 300) {
		return { result: mark === undefined ? 'unreachable' : 'delivered' };
	}
	// n8n also answers 409 if the execution has failed, or is running.
	const hasFinished = status === 409 && /has finished already/.test(text);
	return hasFinished ? { result: 'alreadyHandled' } : { result: 'refused', status };
}
