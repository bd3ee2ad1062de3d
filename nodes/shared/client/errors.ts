import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { JsonObject } from 'n8n-workflow';

import type { CredentialProblem } from '../account/credentialProblem';
import { describeFault } from '../network/connection';
import { describeDuration } from '../network/time';
import type { FailedAttempt } from './attempt';
import { isRead } from './call';
import type { Call, CallContext, Outcome } from './call';
import { explainProblem } from './problem';
import type { Refusal } from './problem';
import type { Explanation } from './problemTable';

type ApiErrorOptions = NonNullable<ConstructorParameters<typeof NodeApiError>[2]>;

interface ErrorText extends Pick<ApiErrorOptions, 'message' | 'description' | 'failure'> {
	status?: number;
	key?: string;
}

/** Not from Skribble. */
export const localProblems = {
	noAnswer: {
		message: "Skribble didn't answer",
		remedy:
			'Try again later. If the error stays, check that this n8n can reach the address in the credential.',
	},
	unreadable: {
		message: "Skribble's answer can't be read",
		remedy: 'Check the region or address in the credential, because a proxy may have answered.',
	},
} as const satisfies Record<string, Explanation>;

interface Known {
	/** Of all attempts together. */
	outcome: Outcome;
}

/** The error of a call after its last attempt. */
export function errorAfter(
	context: CallContext,
	call: Call,
	{ failure, outcome }: Known & { failure: FailedAttempt },
): NodeApiError {
	switch (failure.kind) {
		case 'refused':
			return refusalError(context, call, { ...failure, outcome });
		case 'credential':
			return credentialError(context, call, { ...failure, outcome });
		case 'no-answer':
			return failure.code === 'ERR_CANCELED'
				? canceledError(context, call, { outcome })
				: noAnswerError(context, call, { ...failure, outcome });
		case 'foreign':
			return unexpectedAnswerError(context, call);
	}
}

export function refusalError(
	context: CallContext,
	call: Call,
	{ refusal, retryAfterMs, outcome }: Known & { refusal: Refusal; retryAfterMs?: number },
): NodeApiError {
	const { status, key, detail } = refusal;
	const { message, remedy } = explainProblem(refusal, call);
	const wait = retryAfterMs === undefined ? '' : ` Wait ${describeDuration(retryAfterMs)}.`;
	const says = detail === undefined ? '' : `Skribble says: ${detail}\n`;
	const named = [`status ${status}`, ...(key === undefined ? [] : [key])].join(', ');
	const text = {
		message: message.includes(`status ${status}`) ? message : `${message} (${named})`,
		description: `${says}${remedyFor(call, outcome, remedy)}${wait}`,
		status,
		key,
		...declaredCause(status, retryAfterMs),
	};
	return apiError(context, call, text, outcome);
}

function declaredCause(status: number, retryAfterMs?: number): Pick<ApiErrorOptions, 'failure'> {
	if (status === 429) return { failure: { cause: 'rate-limited', retryAfterMs } };
	if (status >= 500) return { failure: { cause: 'temporarily-unavailable', retryAfterMs } };
	// The key is right, as there was a login. Another login may have ended its token.
	if (status === 401) return { failure: { cause: 'temporarily-unavailable' } };
	return {};
}

/**
 * After a cause that needs action, n8n polls again only half an hour later, even if it's fixed sooner. So a cause that
 * may pass is temporary, including a proxy that answers instead of Skribble.
 */
const causes = {
	address: 'credential-invalid',
	'wrong-key': 'credential-invalid',
	'rate-limited': 'rate-limited',
	unreachable: 'temporarily-unavailable',
	unavailable: 'temporarily-unavailable',
	'not-this-service': 'temporarily-unavailable',
} as const satisfies Record<CredentialProblem['kind'], string>;

function credentialError(
	context: CallContext,
	call: Call,
	{ problem, outcome }: Known & { problem: CredentialProblem },
): NodeApiError {
	const { kind, title, remedy, retryAfterMs } = problem;
	const text = {
		message: title,
		description: [remedy, remedyFor(call, outcome)].filter(Boolean).join(' '),
		status: { 'wrong-key': 401, 'rate-limited': 429 }[kind as string],
		failure: { cause: causes[kind], retryAfterMs },
	};
	return apiError(context, call, text, outcome);
}

export function noAnswerError(
	context: CallContext,
	call: Call,
	{ code, outcome }: Known & { code?: string },
): NodeApiError {
	const { message, remedy } = localProblems.noAnswer;
	const text = {
		message: `${message}: ${describeFault(code)}`,
		description: remedyFor(call, outcome, remedy),
		failure: { cause: 'temporarily-unavailable' } as const,
	};
	return apiError(context, call, text, outcome);
}

export function unexpectedAnswerError(context: CallContext, call: Call): NodeApiError {
	const { message, remedy } = localProblems.unreadable;
	const next = remedyFor(call, 'unknown', 'Then try again.');
	const text = { message, description: `${remedy} ${next}` };
	return apiError(context, call, text, 'unknown');
}

export function canceledError(context: CallContext, call: Call, { outcome }: Known): NodeApiError {
	const remedy = remedyFor(call, outcome, "Start the workflow again when you're ready.");
	const text = {
		// n8n recognises a stopped execution by this word.
		message: 'The execution was canceled',
		description: `Nothing more was sent after that. ${remedy}`,
	};
	return apiError(context, call, text, outcome);
}

/** Users have to check the outcome only of a call that may have changed something. */
function isUnknown(call: Call, outcome: Outcome): boolean {
	return outcome === 'unknown' && !isRead(call) && !call.changesNothing;
}

/** What to do next: if the outcome is unknown, check it first. */
function remedyFor(call: Call, outcome: Outcome, otherwise = ''): string {
	const { howToCheck: check = '' } = call;
	if (isUnknown(call, outcome)) return `It may have succeeded anyway. ${check}`.trim();
	return outcome === 'unknown' && call.changesNothing ? check : otherwise;
}

/** Built from nothing but words: an error of n8n's HTTP helper would contain the token. */
function apiError(
	context: CallContext,
	call: Call,
	{ status, key, ...options }: ErrorText,
	outcome: Outcome,
): NodeApiError {
	const facts: JsonObject = { ...(status && { status }), ...(key !== undefined && { key }) };
	const error = new NodeApiError(context.getNode(), facts, {
		...options,
		httpCode: status?.toString(),
		itemIndex: call.itemIndex,
	});
	const shown = isUnknown(call, outcome)
		? { outcome, howToCheck: remedyFor(call, outcome) }
		: { outcome: 'refused' };
	Object.assign(error.context, facts, shown);
	return error;
}

/** `unknown`: users have to check whether the call was carried out. */
export function outcomeOf(error: unknown): Outcome {
	return isOurs(error) && error.context.outcome === 'unknown' ? 'unknown' : 'refused';
}

/** For an error with an unknown outcome. */
export function howToCheck(error: unknown): string {
	return isOurs(error) ? String(error.context.howToCheck ?? '') : '';
}

/** The same error with a longer description. */
export function addDescription(error: unknown, text: string): unknown {
	if (isOurs(error)) error.description = [error.description, text].filter(Boolean).join('\n');
	return error;
}

function isOurs(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}
