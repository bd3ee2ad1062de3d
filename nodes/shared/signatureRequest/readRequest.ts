import type { z } from 'zod/v3';

import { aboutId } from '../answer/aboutId';
import type { ApiVersion, Call, CallContext } from '../http/call';
import { callTo } from '../http/endpoint';
import type { Endpoint } from '../http/endpoint';
import { noAnswerFailure } from '../http/failure';
import { callForJson, callService, dateOf, readJson } from '../http/transport';
import { RequestWithCallbacks, SignatureRequest } from './signatureRequest.schema';
import { unlessLate } from './unlessLate';

export interface RequestPlace {
	version: ApiVersion;
	requestId: string;
	itemIndex: number;
}

export const getRequest: Endpoint = { method: 'GET', path: '/signature-requests/{id}' };

export async function readRequest(
	context: CallContext,
	{ version, requestId, itemIndex }: RequestPlace,
): Promise<SignatureRequest> {
	const call: Call = { ...callTo(getRequest, requestId), version, itemIndex };
	return await callForJson(context, call, aboutId(SignatureRequest, requestId));
}

const PATIENCE_SECONDS = 10;

/** For a caller that waits: what cannot be read at once is told at once, also where a login comes before it. */
export async function readWithCallbacks(
	context: CallContext,
	{ version, requestId, itemIndex }: RequestPlace,
): Promise<z.output<typeof RequestWithCallbacks> & { serviceNowMs?: number }> {
	const call: Call = {
		...callTo(getRequest, requestId),
		version,
		keepsProofs: true,
		failFast: true,
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
