import type { RequestRecord, Signature } from '../../state/requestRecord.ts';

/** Where people sign (interface.md 2.2): account holders share one address, others have their own. */
export function signingUrl(
	request: RequestRecord,
	signature: Signature | undefined,
	origin: string,
): string {
	const shared = `${origin}/app/sign/${request.id}`;
	return signature?.kind === 'identity' ? `${shared}/${signature.id}` : shared;
}
