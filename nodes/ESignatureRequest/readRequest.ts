import { requestJson } from '../shared/transport';
import type { ApiVersion, Call, CallContext } from '../shared/transport';
import { SignatureRequest } from './signatureRequest.schema';

export interface RequestPlace {
	version: ApiVersion;
	requestId: string;
	itemIndex: number;
}

export function pathOf(requestId: string, ...rest: string[]): string {
	return ['/signature-requests', requestId, ...rest].map(encodePart).join('/');
}

/** Ids of signers and observers have no form that could be checked before. */
function encodePart(part: string, index: number): string {
	return index === 0 ? part : encodeURIComponent(part);
}

export async function readRequest(
	context: CallContext,
	{ version, requestId, itemIndex }: RequestPlace,
): Promise<SignatureRequest> {
	const call: Call = { version, method: 'GET', path: pathOf(requestId), itemIndex };
	return await requestJson(context, call, SignatureRequest);
}
