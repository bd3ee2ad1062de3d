import type { IWebhookFunctions } from 'n8n-workflow';

import type { Account } from '../account/account';
import { isSameId } from '../client/callService';
import type { ApiVersion } from '../client/call';
import { nodeKey } from '../memory/processMemory';
import { UUID } from '../form/readers';
import type { CallbackEvent } from '../requests/callbackEvent';
import { readWithCallbacks } from '../requests/readRequest';
import { outcomeOf, updatesOf } from '../requests/requestEvent';
import { documentIdsOf, signedSignatures } from '../requests/signatureRequest.schema';
import type { Signature, SignatureRequest } from '../requests/signatureRequest.schema';
import {
	wasSentTo,
	isGenuine,
	ownerHash,
	readCallback,
	unreplacedPlaceholder,
	foldName,
} from './callback';
import type { Callback } from './callback';
import {
	setResultHeader,
	unauthorized,
	wrongState,
	incomplete,
	signatureNotShownYet,
	wrongDocument,
	wrongOwner,
	wrongProof,
	wrongRequest,
	tooManyCalls,
	readFailed,
	placeholderNotReplaced,
	callbackUrlHidden,
	eventNotSelected,
} from './callbackAnswer';
import type { Refused } from './callbackAnswer';
import { throttledRead } from './throttledRead';

/** A call that proof and service confirm. */
export interface VerifiedCallback {
	event: CallbackEvent;
	request: SignatureRequest;
	version: ApiVersion;
	/** As the call says it; the request shows whether it has such a signature and document. */
	signatureId: string;
	documentId: string;
	/** The service's clock when it said so, where it showed it. */
	serviceNowMs?: number;
}

interface CallbackPolicy {
	account: Pick<Account, 'username' | 'apiKey' | 'previousApiKey'>;
	/** Accepts addresses that a user typed, which have no proof: then only what the service says counts. */
	acceptWithoutProof?: boolean;
	/** Accepts calls for requests of which the service shows no callback addresses to compare. */
	acceptUnshown?: boolean;
	/** For addresses that do not name it. */
	version?: ApiVersion;
	/** Others are acknowledged; all when left out. */
	events?: readonly CallbackEvent[];
	/** Of a trigger; a node that waits has none. */
	path?: string;
	/** Of a node that waits: calls for other requests are none of its business. */
	waitingRequestIds?: readonly string[];
}

/**
 * Anyone can call the address, so nothing in the call is believed (interface.md part 6): first the proof
 * in it counts, then what the service itself says about the request. Never throws.
 */
export async function checkCallback(
	context: IWebhookFunctions,
	policy: CallbackPolicy,
): Promise<VerifiedCallback | Refused> {
	const query = context.getQueryData() as Record<string, unknown>;
	const { originalUrl: path } = context.getRequestObject();
	const callback = readCallback({ query, path, pathEnd: policy.path });
	if (!callback) return policy.acceptWithoutProof ? incomplete : unauthorized;
	const refused = refuseBeforeReading(callback, policy);
	if (refused) return refused;

	const version = callback.apiVersion ?? policy.version ?? 'v2';
	const { event, requestId, signatureId, documentId } = callback;
	const read = async () => await readWithCallbacks(context, { version, requestId, itemIndex: 0 });
	try {
		const answer = hasNoProof(callback, policy)
			? await throttledRead(read, {
					queueKey: nodeKey(context),
					readKey: `${version}/${requestId}`,
				})
			: await read();
		if (answer === undefined) return tooManyCalls;
		const { request, serviceNowMs } = answer;
		const refusal = refuseAfterReading(answer, callback, policy);
		if (refusal) return refusal;
		setResultHeader(context, 'received');
		return { event, request, version, signatureId, documentId, serviceNowMs };
	} catch (error) {
		return readFailed(error);
	}
}

/** The address was typed; one that we write has a proof. */
function hasNoProof({ proof }: Callback, { acceptWithoutProof = false }: CallbackPolicy): boolean {
	return acceptWithoutProof && proof === '';
}

/** What can be seen in the call itself, so that it costs no call. */
function refuseBeforeReading(callback: Callback, policy: CallbackPolicy): Refused | undefined {
	const { account, events, waitingRequestIds } = policy;
	if (!hasNoProof(callback, policy)) {
		if (!isGenuine(callback, [account.apiKey, account.previousApiKey])) {
			return isWellFormed(callback) ? wrongProof : unauthorized;
		}
		if (callback.documentId === '') return unauthorized;
	}
	const placeholder = unreplacedPlaceholder(callback);
	if (placeholder !== undefined) return placeholderNotReplaced(placeholder);
	if (!UUID.test(callback.requestId)) return unauthorized;
	const isAwaited = (id: string) => isSameId(callback.requestId, id);
	if (waitingRequestIds && !waitingRequestIds.some(isAwaited)) return wrongRequest;
	return events === undefined || events.includes(callback.event) ? undefined : eventNotSelected;
}

/** What the service says about the request; undefined when all of it fits the call. */
function refuseAfterReading(
	{ request, callbackUrls }: Awaited<ReturnType<typeof readWithCallbacks>>,
	callback: Callback,
	policy: CallbackPolicy,
): Refused | undefined {
	const { account, acceptUnshown = false, waitingRequestIds } = policy;
	if (!isSameId(request.id, callback.requestId)) return unauthorized;
	const isAnyShown = Object.values(callbackUrls).some(isShown);
	const address = callbackUrls[callback.event];
	const isConfirmed = isShown(address) && wasSentTo(address, callback);
	if (isAnyShown && !isConfirmed) return unauthorized;
	// A waiting node knows its requests, so address and owner add nothing.
	if (waitingRequestIds === undefined) {
		if (!isAnyShown && !acceptUnshown) return callbackUrlHidden;
		if (!hasNoProof(callback, policy) && !isFromOurAccount(request, callback, account))
			return wrongOwner;
		if (isUnsigned(request, callback)) return signatureNotShownYet;
	}
	if (!fits(callback.event, request) && !(waitingRequestIds && hasEnded(callback, request))) {
		// Resume Waiting Executions asks whether the node still waits.
		return {
			...wrongState(callback.event, request),
			...(waitingRequestIds && { result: 'waiting' }),
		};
	}
	return isItsDocument(callback, request) ? undefined : wrongDocument;
}

/** Names a signature that the request does not show as given: for another one the service calls again. */
function isUnsigned(request: SignatureRequest, { event, signatureId }: Callback): boolean {
	const isNamed = ({ sid }: Signature) => sid === signatureId;
	const isKnown = event === 'update' && signatureId !== '' && request.signatures.some(isNamed);
	return isKnown && !signedSignatures(request).some(isNamed);
}

/**
 * Anyone who knows a true address can write it into a request of their own and let our account read that. So it
 * has to be one that Create made: then its owner is the API user (interface.md 2.1), or whom Create named.
 */
function isFromOurAccount(
	{ owner }: SignatureRequest,
	callback: Callback,
	{ username }: CallbackPolicy['account'],
): boolean {
	if (!isShown(owner)) return true;
	return foldName(owner) === foldName(username) || ownerHash(owner) === callback.owner;
}

function isShown(address: unknown): address is string {
	return typeof address === 'string' && address !== '';
}

function isWellFormed({ proof, nonce }: Callback): boolean {
	return /^[0-9a-f]{64}$/.test(proof) && nonce !== '';
}

export function isRefusedCall(verdict: VerifiedCallback | Refused): verdict is Refused {
	return 'status' in verdict;
}

/** A polling trigger has only the URL for errors, and calls it for every end. */
function hasEnded({ event }: Callback, request: SignatureRequest): boolean {
	return event === 'error' && outcomeOf(request, event) !== undefined;
}

/** Whether the service can have called for this event; an update may arrive when all is over. */
function fits(event: CallbackEvent, request: SignatureRequest): boolean {
	const outcome = outcomeOf(request, event);
	switch (event) {
		case 'success':
			return outcome === 'signed';
		case 'update':
			return updatesOf(request) > 0;
		case 'error':
			return outcome !== undefined && outcome !== 'signed';
	}
}

/**
 * Nothing is taken from the document in the call. An update that comes late names an earlier version, which
 * the request does not show any more (interface.md 2.5), so only calls at the end are held against it.
 */
function isItsDocument({ event, documentId }: Callback, request: SignatureRequest): boolean {
	const ids = documentIdsOf(request);
	return event === 'update' || documentId === '' || ids.length === 0 || ids.includes(documentId);
}
