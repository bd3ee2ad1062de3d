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

/** The same for one who comes from the mail, and need not type the address that it was sent to. */
export function mailedUrl(request: RequestRecord, signature: Signature, origin: string): string {
	const url = signingUrl(request, signature, origin);
	return signature.kind === 'identity'
		? url
		: `${url}?email=${encodeURIComponent(signature.email)}`;
}
