import type { IWebhookFunctions } from 'n8n-workflow';

import type { Account } from '../account/account';
import { setBounded } from './bounded';
import { cameTo, isGenuine, readCallback, unreplacedPlaceholder } from './callback';
import type { Callback } from './callback';
import type { CallbackEvent } from '../signatureRequest/callbackEvent';
import { UUID } from '../operation/scalars.schema';
import type { ApiVersion } from '../http/call';
import { isDue } from './seldom';
import {
	bare,
	doesNotFit,
	incomplete,
	otherDocument,
	otherProof,
	otherRequest,
	tooMany,
	unreadable,
	unreplaced,
	unshown,
} from './refusal';
import type { Refused } from './refusal';
import { spend } from './readAllowance';
import type { Allowance } from './readAllowance';
import { readWithCallbacks } from '../signatureRequest/readRequest';
import { outcomeOf, updatesOf } from '../signatureRequest/requestEvent';
import { documentsOf } from '../signatureRequest/signatureRequest.schema';
import type { SignatureRequest } from '../signatureRequest/signatureRequest.schema';

/** A call that is to be believed. */
export interface Believed {
	event: CallbackEvent;
	request: SignatureRequest;
	version: ApiVersion;
}

export interface Terms {
	account: Pick<Account, 'apiKey' | 'previousApiKey'>;
	/** Also addresses that somebody has typed; then only what the service says counts. */
	acceptWithoutProof?: boolean;
	/** Also calls for requests of which the service shows no callback address that could contradict. */
	acceptUnshown?: boolean;
	/** For addresses that do not name it. */
	version?: ApiVersion;
	/** Of a node that waits: calls for other requests are none of its business. */
	parkedRequestId?: string;
}

/**
 * Anybody can call the address, so nothing in the call is believed (interface.md part 6): first the proof
 * in it counts, then what the service itself says about the request. Never throws.
 */
export async function checkCallback(
	context: IWebhookFunctions,
	{
		account,
		acceptWithoutProof = false,
		acceptUnshown = false,
		version: usual = 'v2',
		parkedRequestId,
	}: Terms,
): Promise<Believed | Refused> {
	const query = context.getQueryData() as Record<string, unknown>;
	const callback = readCallback({ query, path: context.getRequestObject().originalUrl });
	if (!callback) return acceptWithoutProof ? incomplete : bare;
	const isTyped = acceptWithoutProof && callback.proof === '';
	if (!isTyped && !isGenuine(callback, [account.apiKey, account.previousApiKey])) {
		// Most are forged, so the log is told once in a while only.
		return isWellFormed(callback) && isDue(placeOf(context), Date.now()) ? otherProof : bare;
	}
	const placeholder = unreplacedPlaceholder(callback);
	if (placeholder !== undefined) return unreplaced(placeholder);
	if (!isTyped && callback.documentId === '') return bare;
	if (!UUID.test(callback.requestId)) return bare;
	if (parkedRequestId !== undefined && callback.requestId !== parkedRequestId) return otherRequest;
	if (isTyped && !mayRead(context)) return tooMany;

	const version = callback.apiVersion ?? usual;
	try {
		const { request, callbackUrls } = await readWithCallbacks(context, {
			version,
			requestId: callback.requestId,
			itemIndex: 0,
		});
		if (request.id !== callback.requestId) return bare;
		const shown = Object.values(callbackUrls).filter((url) => typeof url === 'string');
		const address = callbackUrls[callback.event];
		if (shown.length === 0) {
			// A waiting node knows its request by itself, so there is nothing that the address could add.
			if (!acceptUnshown && parkedRequestId === undefined) return unshown;
		} else if (typeof address !== 'string' || !cameTo(address, callback)) return bare;
		if (!fits(callback.event, request)) return doesNotFit(callback.event, request);

		if (!isItsDocument(callback, request)) return otherDocument;
		return { event: callback.event, request, version };
	} catch (error) {
		return unreadable(error);
	}
}

function isWellFormed({ proof, nonce }: Callback): boolean {
	return /^[0-9a-f]{64}$/.test(proof) && nonce !== '';
}

export function isRefusedCall(verdict: Believed | Refused): verdict is Refused {
	return 'status' in verdict;
}

/** Whether the service can have called for this event; an update may arrive when all is over. */
function fits(event: CallbackEvent, request: SignatureRequest): boolean {
	const outcome = outcomeOf(request);
	switch (event) {
		case 'success':
			return outcome === 'signed';
		case 'update':
			return updatesOf(request) > 0;
		case 'error':
			return outcome !== undefined && outcome !== 'signed';
	}
}

/** What this process remembers, it remembers for one node of one workflow. */
export function placeOf(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}

const allowances = new Map<string, Allowance>();

function mayRead(context: IWebhookFunctions): boolean {
	const place = placeOf(context);
	const rest = spend(allowances.get(place), Date.now());
	if (rest) setBounded(allowances, place, rest, 1_000);
	return rest !== undefined;
}

/**
 * Nothing is taken from the document in the call. An update that comes late names an earlier version, which
 * the request does not show any more (interface.md 2.5), so only calls at the end are held against it.
 */
function isItsDocument({ event, documentId }: Callback, request: SignatureRequest): boolean {
	const documents = documentsOf(request);
	if (event === 'update' || documentId === '' || documents.length === 0) return true;
	return documents.some(({ id }) => id === documentId);
}
