import type { Traits } from '../../state/dialect.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import { dueSignatures } from '../lifecycle/transitions.ts';

/** The contract knows four states (interface.md 3.2); the public regions say more of one who has not signed. */
export function shownStatus(
	signature: Signature,
	request: RequestRecord,
	{ filterValues }: Traits,
): string {
	const { status } = signature;
	if (status !== 'OPEN' || !filterValues) return status;
	const more = moreThanOpen(signature, request);
	return more && filterValues.signature_status.includes(more) ? more : status;
}

function moreThanOpen(signature: Signature, request: RequestRecord): string | undefined {
	if (request.status === 'DRAFT' || request.status === 'WITHDRAWN') return request.status;
	const isDue = dueSignatures(request.signatures).includes(signature);
	return request.status === 'OPEN' && !isDue ? 'WAITING' : undefined;
}
