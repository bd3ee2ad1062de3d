import type { Account } from '../account/account';
import { foldName } from './name';
import type { RequestWithCallbacks } from '../signatureRequest/signatureRequest.schema';
import { ownerMark, readOwnAddress } from './callback';

export interface Owners extends Pick<Account, 'username' | 'apiKey' | 'previousApiKey'> {
	/** Whom Create named as Creator, where that is known. */
	creator?: string;
}

/**
 * Whether the request is one of the account's own: the API user owns it, or the person whom Create named as Creator,
 * which a callback address with our proof says. A reader or a writer is no owner. Where the service
 * does not show the owner, it counts as own.
 */
export function isOwnRequest(
	{ request: { owner }, callbackUrls }: RequestWithCallbacks,
	{ username, creator = username, apiKey, previousApiKey }: Owners,
): boolean {
	if (typeof owner !== 'string' || owner === '') return true;
	if ([username, creator].some((name) => foldName(name) === foldName(owner))) return true;
	// A stranger can copy an address, but not make it name another owner.
	const keys = [apiKey, previousApiKey];
	return Object.values(callbackUrls).some(
		(address) =>
			typeof address === 'string' && readOwnAddress(address, keys)?.owner === ownerMark(owner),
	);
}
