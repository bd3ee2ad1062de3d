import type { z } from 'zod';

import { aboutId } from '../answer/aboutId';
import type { ApiVersion, Call, CallContext } from '../http/call';
import { callForJson, callService, dateOf, readJson } from '../http/transport';
import { RequestWithCallbacks, SignatureRequest } from './signatureRequest.schema';

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
	return await callForJson(context, call, aboutId(SignatureRequest, requestId));
}

const PATIENCE_SECONDS = 10;

/** For a caller that waits: what cannot be read at once is told at once. */
export async function readWithCallbacks(
	context: CallContext,
	{ version, requestId, itemIndex }: RequestPlace,
): Promise<z.output<typeof RequestWithCallbacks> & { serviceNowMs: number }> {
	const path = pathOf(requestId);
	const call: Call = {
		version,
		method: 'GET',
		path,
		impatient: true,
		timeoutSeconds: PATIENCE_SECONDS,
		itemIndex,
	};
	const answer = await callService(context, call);
	const serviceNowMs = dateOf(answer) ?? Date.now();
	return { ...readJson(context, call, answer, RequestWithCallbacks), serviceNowMs };
}
