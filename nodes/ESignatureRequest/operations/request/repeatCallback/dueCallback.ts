import type { Account } from '../../../../shared/account/account';
import { isUnmoved, readOwnAddress } from '../../../../shared/callback/callback';
import { isOwnRequest } from '../../../../shared/callback/ownRequest';
import { outcomeOf } from '../../../../shared/signatureRequest/requestEvent';
import { newestDocumentId } from '../../../../shared/signatureRequest/signatureRequest.schema';
import type {
	RequestWithCallbacks,
	SignatureRequest,
} from '../../../../shared/signatureRequest/signatureRequest.schema';
import type { RepeatOutcome } from './callAsService';

/**
 * The address that the service calls for the present state of a request (interface.md part 6), as it calls it. Only
 * one that we wrote, in a request of our own, for the host and path that it still has: the proof in it is no
 * secret to those who may change the request, and they must not choose what this n8n calls.
 */
export function dueCallback(
	stored: RequestWithCallbacks,
	account: Pick<Account, 'username' | 'apiKey' | 'previousApiKey'>,
): { address: string } | RepeatOutcome {
	const { request, callbackUrls } = stored;
	const outcome = outcomeOf(request);
	if (outcome === undefined) return { result: 'stillOpen' };
	// The service calls no address when a request expires (interface.md 3.1).
	if (outcome === 'expired') return { result: 'noCallback' };
	const event = outcome === 'signed' ? 'success' : 'error';
	const address = callbackUrls[event];
	const keys = [account.apiKey, account.previousApiKey];
	const isOurs =
		typeof address === 'string' &&
		readOwnAddress(address, keys)?.event === event &&
		isUnmoved(address, keys) &&
		isOwnRequest(stored, account);
	return isOurs ? { address: filledIn(address, request) } : { result: 'noCallback' };
}

/** With any prefix: where that of the credential was wrong, the service has left the placeholders as they are. */
function filledIn(address: string, request: SignatureRequest): string {
	// Where the request shows no document, none is compared; but a call has to name one.
	const documentId = newestDocumentId(request) ?? 'none';
	return address
		.replace(/\b[A-Z]+_SIGNATURE_REQUEST_ID\b/g, encodeURIComponent(request.id))
		.replace(/\b[A-Z]+_DOCUMENT_ID\b/g, encodeURIComponent(documentId));
}
