import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { JsonObject } from 'n8n-workflow';

import type { CredentialProblem } from '../account/credentialProblem';
import { describeFault } from '../network/connection';
import { inWords } from '../network/retryAfter';
import type { Call, CallContext } from './call';
import { afterLostAnswer } from './endpoint';
import { explainProblem } from './problem';
import type { Refusal } from './problem';

type ApiErrorOptions = NonNullable<ConstructorParameters<typeof NodeApiError>[2]>;

interface FailureText extends Pick<ApiErrorOptions, 'message' | 'description' | 'failure'> {
	status?: number;
	key?: string;
}

/** Whether the service may have carried out an attempt whose answer was lost. */
interface Attempts {
	mayBeDone: boolean;
}

/** Built from nothing but words: an error of n8n's HTTP helper would carry the token along. */
function apiError(
	context: CallContext,
	call: Call,
	{ status, key, ...options }: FailureText,
	{ mayBeDone }: Attempts,
): NodeApiError {
	const facts: JsonObject = { ...(status && { status }), ...(key !== undefined && { key }) };
	const error = new NodeApiError(context.getNode(), facts, {
		...options,
		httpCode: status?.toString(),
		itemIndex: call.itemIndex,
	});
	const unknownOutcome =
		mayBeDone && call.ifUnanswered === undefined ? afterLostAnswer(call) : undefined;
	Object.assign(error.context, facts, {
		mayHaveActed: unknownOutcome !== undefined,
		unknownOutcome,
	});
	return error;
}

export function mayHaveActed(error: unknown): boolean {
	return isOurs(error) && error.context.mayHaveActed === true;
}

/** How to find out whether a call that may have acted was carried out. */
export function unknownOutcomeOf(error: unknown): string | undefined {
	return isOurs(error) && typeof error.context.unknownOutcome === 'string'
		? error.context.unknownOutcome
		: undefined;
}

/** The same error, with more for the user to know. */
export function alsoSaying(error: unknown, words: string): unknown {
	if (isOurs(error)) error.description = [error.description, words].filter(Boolean).join('\n');
	return error;
}

function isOurs(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

/** What to do next: after a lost answer, first find out whether the call was carried out. */
function remedyFor(call: Call, { mayBeDone }: Attempts, otherwise: string): string {
	return (mayBeDone ? afterLostAnswer(call) : undefined) ?? otherwise;
}

export function refusalFailure(
	context: CallContext,
	call: Call,
	{ refusal, retryAfterMs, mayBeDone }: Attempts & { refusal: Refusal; retryAfterMs?: number },
): NodeApiError {
	const { status, key, detail } = refusal;
	const { message, remedy } = explainProblem(refusal, call);
	const wait = retryAfterMs === undefined ? '' : ` It asks to wait ${inWords(retryAfterMs)}.`;
	const says = detail === undefined ? '' : `The service says: ${detail}\n`;
	const named = [`status ${status}`, ...(key === undefined ? [] : [key])].join(', ');
	const text = {
		message: message.includes(`status ${status}`) ? message : `${message} (${named})`,
		description: `${says}${remedyFor(call, { mayBeDone }, remedy)}${wait}`,
		status,
		key,
		...declaredCause(status, retryAfterMs),
	};
	return apiError(context, call, text, { mayBeDone });
}

function declaredCause(status: number, retryAfterMs?: number): Pick<ApiErrorOptions, 'failure'> {
	if (status === 429) return { failure: { cause: 'rate-limited', retryAfterMs } };
	if (status >= 500) return { failure: { cause: 'temporarily-unavailable', retryAfterMs } };
	// The key is right, as there was a login; its token may have been ended by another one.
	if (status === 401) return { failure: { cause: 'temporarily-unavailable' } };
	return {};
}

/**
 * A poll after a cause that needs action comes half an hour later, however soon it is fixed. What may pass
 * by itself is asked for again soon: also where a proxy answers instead of the service.
 */
const causes = {
	address: 'credential-invalid',
	'wrong-key': 'credential-invalid',
	'rate-limited': 'rate-limited',
	unreachable: 'temporarily-unavailable',
	unavailable: 'temporarily-unavailable',
	'not-this-service': 'temporarily-unavailable',
} as const satisfies Record<CredentialProblem['kind'], string>;

export function credentialFailure(
	context: CallContext,
	call: Call,
	{ kind, message, retryAfterMs }: CredentialProblem,
	{ mayBeDone }: Attempts,
): NodeApiError {
	const [sentence = message, ...rest] = message.split(/(?<=\.) /);
	const unknownOutcome = mayBeDone ? (afterLostAnswer(call) ?? '') : '';
	const text = {
		message: sentence,
		description: [...rest, unknownOutcome].filter(Boolean).join(' '),
		status: { 'wrong-key': 401, 'rate-limited': 429 }[kind as string],
		failure: { cause: causes[kind], retryAfterMs },
	};
	return apiError(context, call, text, { mayBeDone });
}

export function noAnswerFailure(
	context: CallContext,
	call: Call,
	{ code, mayBeDone }: Attempts & { code?: string },
): NodeApiError {
	const otherwise = 'Check that this n8n can reach the address in the credential, and run again.';
	const text = {
		message: `The service gave no answer: ${describeFault(code)}`,
		description: remedyFor(call, { mayBeDone }, otherwise),
		failure: { cause: 'temporarily-unavailable' } as const,
	};
	return apiError(context, call, text, { mayBeDone });
}

export function unexpectedAnswerFailure(context: CallContext, call: Call): NodeApiError {
	const unknownOutcome = afterLostAnswer(call) ?? 'Then run again.';
	const text = {
		message: 'The service accepted the call, but its answer has another form than expected',
		description: `Check the region or address in the credential: a proxy or another service may have answered. ${unknownOutcome}`,
	};
	return apiError(context, call, text, { mayBeDone: true });
}

export function stoppedFailure(
	context: CallContext,
	call: Call,
	{ mayBeDone }: Attempts,
): NodeApiError {
	const unknownOutcome = mayBeDone ? afterLostAnswer(call) : undefined;
	const text = {
		// n8n recognises a stopped execution by this word.
		message: 'The execution was canceled',
		description: [
			'Nothing more was sent after that.',
			unknownOutcome ?? 'Run the workflow again when you are ready.',
		].join(' '),
	};
	return apiError(context, call, text, { mayBeDone });
}
