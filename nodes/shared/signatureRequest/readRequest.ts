import { aboutId, isAbout } from '../answer/aboutId';
import type { ApiVersion, Call, CallContext } from '../http/call';
import { callTo } from '../http/endpoint';
import type { Endpoint } from '../http/endpoint';
import { noAnswerFailure } from '../http/failure';
import { callForJson, callService, dateOf, readJson } from '../http/transport';
import { RequestWithCallbacks, SignatureRequest } from './signatureRequest.schema';
import { unlessLate } from './unlessLate';

export interface RequestRef {
	version: ApiVersion;
	requestId: string;
	itemIndex: number;
}

export const getRequest: Endpoint = {
	method: 'GET',
	path: '/signature-requests/{signatureRequest}',
};

export async function readRequest(
	context: CallContext,
	{ version, requestId, itemIndex }: RequestRef,
): Promise<SignatureRequest> {
	const call: Call = { ...callTo(getRequest, requestId), version, itemIndex };
	return await callForJson(context, call, aboutId(SignatureRequest, requestId));
}

/** With the addresses that the service calls, for one who shows none of them. */
export async function readStoredCallbacks(
	context: CallContext,
	{ version, requestId, itemIndex }: RequestRef,
): Promise<RequestWithCallbacks> {
	const call: Call = {
		...callTo(getRequest, requestId),
		version,
		keepsProofs: true,
		itemIndex,
	};
	const ofRequest = RequestWithCallbacks.refine(({ request }) => isAbout(request, requestId));
	return await callForJson(context, call, ofRequest);
}

const PATIENCE_SECONDS = 10;

/** For a caller that waits: what cannot be read at once is reported at once, also where a login comes before it. */
export async function readWithCallbacks(
	context: CallContext,
	{ version, requestId, itemIndex }: RequestRef,
): Promise<RequestWithCallbacks & { serviceNowMs?: number }> {
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
