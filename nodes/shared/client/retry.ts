import { failedBeforeSending, isTimeout } from '../network/connection';
import type { AttemptResult, FailedAttempt } from './attempt';
import { isStreamed, isRepeatable } from './call';
import type { Call, Outcome } from './call';
import type { Feedback } from './limiter/adaptiveBucket';
import { isFinal, isTokenKey } from './problem';

const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000];

/** Longer waits would look like a hang: the error names the time instead. */
const LONGEST_WAIT_MS = 60_000;

/**
 * How long to wait before the next attempt; undefined if there is none. A call that creates or notifies is repeated
 * only if Skribble certainly did nothing. Reads and deletes also survive cut connections and gateway errors.
 */
export function retryDelayMs(
	call: Call,
	failure: FailedAttempt,
	attempt: number,
): number | undefined {
	const backoffMs = BACKOFF_MS[attempt - 1];
	if (backoffMs === undefined) return undefined;
	switch (failure.kind) {
		case 'refused': {
			const { refusal, retryAfterMs = backoffMs } = failure;
			const statuses = isRepeatable(call) ? [429, 502, 503, 504] : [429];
			const mayPass = statuses.includes(refusal.status) && !isFinal(refusal, call);
			return mayPass ? bearable(retryAfterMs) : undefined;
		}
		case 'credential': {
			// The login failed, so the call itself was not sent.
			const { kind, retryAfterMs = backoffMs } = failure.problem;
			const mayPass = ['rate-limited', 'unreachable', 'unavailable'].includes(kind);
			return mayPass ? bearable(retryAfterMs) : undefined;
		}
		case 'no-answer':
			return isRepeatable(call) || failedBeforeSending(failure.code) ? backoffMs : undefined;
		case 'foreign':
			// It would only come again.
			return undefined;
	}
}

function bearable(waitMs: number): number | undefined {
	return waitMs <= LONGEST_WAIT_MS ? waitMs : undefined;
}

/**
 * A refusal is certain, but an internal error or a gateway error says nothing about what was done before it. 501 is a
 * refusal: the service doesn't have the call.
 */
export function outcomeAfter(failure: FailedAttempt): Outcome {
	const { kind } = failure;
	if (kind === 'credential') return 'refused';
	if (kind === 'no-answer') return failedBeforeSending(failure.code) ? 'refused' : 'unknown';
	if (kind === 'foreign') return 'unknown';
	const { status } = failure.refusal;
	return status >= 500 && status !== 501 ? 'unknown' : 'refused';
}

/** An overloaded service may also fall silent. */
export function isOverload(failure: FailedAttempt): boolean {
	if (failure.kind === 'refused') return [429, 503].includes(failure.refusal.status);
	return failure.kind === 'no-answer' && isTimeout(failure.code);
}

/** An endpoint pauses for all calls that share the limiter, not only for the one that failed. */
export function feedbackOn(result: AttemptResult, waitMs: number | undefined): Feedback {
	if (result.kind === 'answer') return { kind: 'ok' };
	const isRefused = result.kind === 'refused';
	if (waitMs === undefined) return { kind: isRefused && !isOverload(result) ? 'ok' : 'neutral' };
	return { kind: isRefused && isOverload(result) ? 'overloaded' : 'neutral', waitMs };
}

/**
 * How many new logins a refused token allows. After a 401, n8n has already logged in and repeated the call, unless it
 * got a token that we had already, or the body was a stream, which it can't rewind: then we send the call again.
 * After a 403 we send it once more, and n8n logs in on it.
 */
export function loginsAllowed({ body, needsNoToken }: Call, result: AttemptResult): number {
	if (needsNoToken || result.kind !== 'refused') return 0;
	const { refusal, isLoginLeft } = result;
	const { status, key } = refusal;
	if (status !== 401 && !(status === 403 && isTokenKey(key))) return 0;
	return [status === 403, isStreamed(body), isLoginLeft].filter(Boolean).length;
}
