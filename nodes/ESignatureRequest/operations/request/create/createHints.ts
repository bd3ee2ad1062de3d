import type { Account } from '../../../../shared/account/account';
import type { CallbackUrls } from './callbackUrls';
import { callbackConcern } from './reach';
import type { NewRequest } from './signatureRequest.body';
import { equalSigners } from '../../signerEntry/signer.schema';

/** What a person should know about a request that is right, but perhaps not what they meant. */
export function hintsFor(
	{ signers }: NewRequest,
	{ account, callbackUrls }: { account: Account; callbackUrls: CallbackUrls },
): string[] {
	const twice = equalSigners(signers).map((indexes) => {
		const numbers = indexes.map((index) => index + 1).join(' and ');
		return `Signers ${numbers} are the same person, who therefore has to sign ${indexes.length} times. Remove an entry if that is not intended.`;
	});
	const concerns = Object.values(callbackUrls).map(callbackConcern);
	const demo =
		account.keyKind === 'demo'
			? ['This credential holds a demo key: the signatures have no legal weight.']
			: [];
	const hints = [...demo, ...twice, ...concerns].filter((hint) => hint !== undefined);
	return [...new Set(hints)];
}
