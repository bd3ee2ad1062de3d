import {
	aboutId,
	callForJson,
	callService,
	dateOf,
	isAbout,
	readJson,
} from '../client/callService';
import { callTo } from '../client/call';
import type { ApiVersion, Call, CallContext, Endpoint } from '../client/call';
import { noAnswerError } from '../client/errors';
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

/** With the addresses that Skribble calls, for a caller that shows none of them. */
export async function readStoredCallbacks(
	context: CallContext,
	{ version, requestId, itemIndex }: RequestRef,
): Promise<RequestWithCallbacks> {
	const call: Call = { ...callTo(getRequest, requestId), version, keepsProofs: true, itemIndex };
	const ofRequest = RequestWithCallbacks.refine(({ request }) => isAbout(request, requestId));
	return await callForJson(context, call, ofRequest);
}

const TIMEOUT_SECONDS = 10;

/** For a caller that waits: the first failure is reported at once, including one of the login. */
export async function readWithCallbacks(
	context: CallContext,
	{ version, requestId, itemIndex }: RequestRef,
): Promise<RequestWithCallbacks & { serviceNowMs?: number }> {
	const call: Call = {
		...callTo(getRequest, requestId),
		version,
		keepsProofs: true,
		failFast: true,
		timeoutSeconds: TIMEOUT_SECONDS,
		itemIndex,
	};
	const latestMs = Date.now() + TIMEOUT_SECONDS * 1000;
	const answer = await unlessLate(callService(context, call), {
		latestMs: () => latestMs,
		failure: () => noAnswerError(context, call, { code: 'ETIMEDOUT', outcome: 'refused' }),
	});
	const whole = readJson(context, call, answer, RequestWithCallbacks);
	return { ...whole, serviceNowMs: dateOf(answer) };
}
