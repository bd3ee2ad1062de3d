import type { z } from 'zod';

import { aboutId } from '../answer/aboutId';
import type { ApiVersion, Call, CallContext } from '../http/call';
import { noAnswerFailure } from '../http/failure';
import { callForJson, callService, dateOf, readJson } from '../http/transport';
import { RequestWithCallbacks, SignatureRequest } from './signatureRequest.schema';
import { unlessLate } from './unlessLate';

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

/** For a caller that waits: what cannot be read at once is told at once, also where a login comes before it. */
export async function readWithCallbacks(
	context: CallContext,
	{ version, requestId, itemIndex }: RequestPlace,
): Promise<z.output<typeof RequestWithCallbacks> & { serviceNowMs?: number }> {
	const path = pathOf(requestId);
	const call: Call = {
		version,
		method: 'GET',
		path,
		keepsProofs: true,
		impatient: true,
		timeoutSeconds: PATIENCE_SECONDS,
		itemIndex,
	};
	const startedMs = Date.now();
	const answer = await unlessLate(callService(context, call), {
		isLate: () => Date.now() - startedMs > PATIENCE_SECONDS * 1000,
		failure: () => noAnswerFailure(context, call, { code: 'ETIMEDOUT', mayBeDone: false }),
	});
	const whole = readJson(context, call, answer, RequestWithCallbacks);
	return { ...whole, serviceNowMs: dateOf(answer) };
}
