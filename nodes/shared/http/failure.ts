import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { JsonObject } from 'n8n-workflow';

import type { CredentialProblem } from '../account/credentialProblem';
import { describeFault, failedBeforeSending } from '../network/connection';
import { inWords } from '../network/retryAfter';
import type { Call, CallContext } from './call';
import { explainProblem } from './problem';
import type { Refusal } from './problem';
import { redactAddresses } from './redact';

type ApiErrorOptions = NonNullable<ConstructorParameters<typeof NodeApiError>[2]>;

interface FailureText extends Pick<ApiErrorOptions, 'message' | 'description' | 'failure'> {
	status?: number;
	key?: string;
	/** True when nobody can tell whether the service carried the call out. */
	mayHaveActed?: boolean;
}

/** Built from nothing but words: an error of n8n's HTTP helper would carry the token along. */
function apiError(context: CallContext, { itemIndex }: Call, text: FailureText): NodeApiError {
	const { status, key, mayHaveActed = false, ...options } = text;
	const facts: JsonObject = { ...(status && { status }), ...(key !== undefined && { key }) };
	const error = new NodeApiError(context.getNode(), facts, {
		...options,
		httpCode: status?.toString(),
		itemIndex,
	});
	Object.assign(error.context, facts, { mayHaveActed });
	return error;
}

export function mayHaveActed(error: unknown): boolean {
	const isOurs = error instanceof NodeApiError || error instanceof NodeOperationError;
	return isOurs && error.context.mayHaveActed === true;
}

/** Whether somebody has to look before the call is made again. */
function leavesDoubt({ method, ifUnanswered }: Call): boolean {
	return method !== 'GET' && ifUnanswered === undefined;
}

export function refusalFailure(
	context: CallContext,
	call: Call,
	refusal: Refusal,
	retryAfterMs?: number,
): NodeApiError {
	const { status, key, detail } = refusal;
	const { message, remedy } = explainProblem(refusal);
	const wait = retryAfterMs === undefined ? '' : ` It asks to wait ${inWords(retryAfterMs)}.`;
	const says = detail === undefined ? '' : `The service says: ${redactAddresses(detail)}\n`;
	const named = [`status ${status}`, ...(key === undefined ? [] : [key])].join(', ');
	return apiError(context, call, {
		message: message.includes(`status ${status}`) ? message : `${message} (${named})`,
		description: `${says}${remedy}${wait}`,
		status,
		key,
		...declaredCause(status, retryAfterMs),
		// An error of the service's own or of a gateway says nothing about what was done before it.
		mayHaveActed: status >= 500 && leavesDoubt(call),
	});
}

function declaredCause(status: number, retryAfterMs?: number): Pick<ApiErrorOptions, 'failure'> {
	if (status === 429) return { failure: { cause: 'rate-limited', retryAfterMs } };
	if (status >= 500) return { failure: { cause: 'temporarily-unavailable', retryAfterMs } };
	if (status === 401) return { failure: { cause: 'credential-invalid' } };
	return {};
}

export function credentialFailure(
	context: CallContext,
	call: Call,
	{ kind, message, retryAfterMs }: CredentialProblem,
): NodeApiError {
	const [sentence = message, ...rest] = message.split(/(?<=\.) /);
	const cause =
		kind === 'rate-limited'
			? ({ cause: 'rate-limited', retryAfterMs } as const)
			: kind === 'unreachable' || kind === 'unavailable'
				? ({ cause: 'temporarily-unavailable' } as const)
				: ({ cause: 'credential-invalid' } as const);
	return apiError(context, call, {
		message: sentence,
		description: rest.join(' '),
		status: { 'wrong-key': 401, 'rate-limited': 429 }[kind as string],
		failure: cause,
	});
}

const WHEN_UNANSWERED =
	'It may have carried the call out all the same, so it was not sent again. Look in the service, or with a Get Many operation, whether the result is there before you run this again.';

export function noAnswerFailure(
	context: CallContext,
	call: Call,
	{ code, repeatable }: { code?: string; repeatable: boolean },
): NodeApiError {
	const mayHaveArrived = !repeatable && !failedBeforeSending(code);
	return apiError(context, call, {
		message: `The service gave no answer: ${describeFault(code)}`,
		description: mayHaveArrived
			? (call.ifUnanswered ?? WHEN_UNANSWERED)
			: 'Check that this n8n can reach the address in the credential, and run again.',
		failure: { cause: 'temporarily-unavailable' },
		mayHaveActed: mayHaveArrived && leavesDoubt(call),
	});
}

export function unexpectedAnswerFailure(context: CallContext, call: Call): NodeApiError {
	return apiError(context, call, {
		message: 'The service accepted the call, but its answer has another form than expected',
		description:
			'Check the region or address in the credential: a proxy or another service may have answered. Look in the service for the result before you run again.',
		mayHaveActed: leavesDoubt(call),
	});
}

export function stoppedFailure(
	context: CallContext,
	call: Call,
	{ sent }: { sent: boolean },
): NodeApiError {
	return apiError(context, call, {
		// n8n recognises a stopped execution by this word.
		message: 'The execution was canceled',
		description: 'Nothing more was sent after that. Run the workflow again when you are ready.',
		mayHaveActed: sent && leavesDoubt(call),
	});
}
