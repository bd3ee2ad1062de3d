import type { Account } from '../../../../shared/account/account';
import { callbackConcern } from './reach';
import type { NewRequest } from './signatureRequest.body';
import { equalSigners } from '../../../signers/signer.schema';

/** What a person should know about a request that is right, but perhaps not what they meant. */
export function hintsFor(request: NewRequest, { keyKind }: Account): string[] {
	const twice = equalSigners(request.signers).map((indexes) => {
		const numbers = indexes.map((index) => index + 1).join(' and ');
		return `Signers ${numbers} are the same person, who therefore has to sign ${indexes.length} times. Remove an entry if that is not intended.`;
	});
	const concerns = Object.values(request.callbackUrls).map(callbackConcern);
	const demo =
		keyKind === 'demo'
			? ['This credential holds a demo key: the signatures have no legal weight.']
			: [];
	const hints = [...demo, ...twice, ...concerns].filter((hint) => hint !== undefined);
	return [...new Set(hints)];
}
