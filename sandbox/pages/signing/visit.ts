import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import { dueSignatures } from '../../requests/lifecycle/transitions.ts';

/** What a person who opens a signing address finds. */
export type Outcome =
	| 'sign'
	| 'notSentYet'
	| 'notYourTurn'
	| 'thanks'
	| 'youDeclined'
	| 'youFailed'
	| 'alreadySigned'
	| 'alreadyDeclined'
	| 'declinedByAnother'
	| 'failed'
	| 'expired'
	| 'withdrawn';

/** `doneId` is the signature that the person has just given, declined or failed to give. */
export function outcomeOf(
	request: RequestRecord,
	signature: Signature,
	doneId: string | null,
): Outcome {
	const isFresh = signature.id === doneId;
	if (signature.status === 'SIGNED' && isFresh) return 'thanks';
	if (signature.status === 'DECLINED') return isFresh ? 'youDeclined' : 'alreadyDeclined';
	if (signature.status === 'ERROR' && isFresh) return 'youFailed';
	switch (request.status) {
		case 'DRAFT':
			return 'notSentYet';
		case 'DECLINED':
			return 'declinedByAnother';
		case 'ERROR':
			return 'failed';
		case 'EXPIRED':
			return 'expired';
		case 'WITHDRAWN':
			return 'withdrawn';
		case 'SIGNED':
			return 'alreadySigned';
		case 'OPEN':
			if (signature.status === 'SIGNED') return 'alreadySigned';
			return dueSignatures(request.signatures).includes(signature) ? 'sign' : 'notYourTurn';
	}
}

/** Of several entries for one address, the one just finished, else the one that can be signed. */
export function signatureOfAccount(
	request: RequestRecord,
	email: string,
	doneId: string | null = null,
): Signature | undefined {
	const own = request.signatures.filter(
		(one) => one.kind === 'account' && one.email.toLowerCase() === email.toLowerCase(),
	);
	const due = dueSignatures(own);
	return own.find(({ id }) => id === doneId) ?? due[0] ?? own[0];
}
