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

/** As people are given it: it names the person, because others may have confirmed their address in the same browser. */
export function personalLink(request: RequestRecord, signature: Signature, origin: string): string {
	const url = signingUrl(request, signature, origin);
	return signature.kind === 'account' ? `${url}?email=${encodeURIComponent(signature.email)}` : url;
}
