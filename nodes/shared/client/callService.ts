import type { z } from 'zod/v3';

import { parseJson } from '../network/json';
import { readServiceMs } from '../network/time';
import { attemptCall } from './attempt';
import type { AttemptResult } from './attempt';
import { isStreamed } from './call';
import type { Answer, Call, CallContext, Outcome } from './call';
import { errorAfter, refusalError, unexpectedAnswerError } from './errors';
import type { Feedback } from './limiter/adaptiveBucket';
import { limiterOf } from './limiter/limiter';
import type { Limiter } from './limiter/limiter';
import { readRefusal } from './problem';
import { noteCall, noteWait } from './progress';
import { feedbackOn, isOverload, loginsAllowed, outcomeAfter, retryDelayMs } from './retry';

/** The only way to Skribble: waits for a permit, logs in, retries if that is safe, and explains failures. */
export async function callService(context: CallContext, call: Call): Promise<Answer> {
	if (isStreamed(call.body) && !call.needsNoToken) await checkToken(context, call);
	const limiter = await limiterOf(context, call);
	// Nothing was sent yet.
	let outcome: Outcome = 'refused';
	let [attempt, logins] = [1, 0];
	let successesBefore = limiter.successesOf(call);
	for (let isRetry = false; ; isRetry = true) {
		const attemptOptions = { attempt, isRetry, loginOn403: logins > 0 };
		const { result, waitMs } = await attemptWithPermit(context, limiter, call, attemptOptions);
		if (result.kind === 'answer') {
			const { answer } = result;
			return answer.outcome === 'done' ? answer : { ...answer, outcome };
		}
		if (logins < loginsAllowed(call, result)) {
			logins++;
			continue;
		}
		// A later refusal says nothing about an earlier attempt.
		if (outcomeAfter(result) === 'unknown') outcome = 'unknown';
		if (waitMs === undefined || call.failFast || withoutRetries.has(context)) {
			throw errorAfter(context, call, { failure: result, outcome });
		}
		noteWait(context, { waitMs, isRefusal: isOverload(result) && result.kind === 'refused' });
		// Refused while others succeed, because there are many: that says nothing about this call.
		const successes = limiter.successesOf(call);
		if (!isOverload(result) || successes === successesBefore) attempt++;
		successesBefore = successes;
	}
}

/** `waitMs`: until the next attempt, if there is one. */
async function attemptWithPermit(
	context: CallContext,
	limiter: Limiter,
	call: Call,
	{ attempt, isRetry, loginOn403 }: { attempt: number; isRetry: boolean; loginOn403: boolean },
): Promise<{ result: AttemptResult; waitMs?: number }> {
	// A caller that waits for our answer doesn't also wait for the pauses and calls of other executions.
	const release = call.failFast ? undefined : await limiter.acquire(context, call, isRetry);
	let feedback: Feedback = { kind: 'neutral' };
	try {
		const result = await attemptCall(context, call, { loginOn403 });
		const waitMs = result.kind === 'answer' ? undefined : retryDelayMs(call, result, attempt);
		feedback = feedbackOn(result, waitMs);
		return { result, waitMs };
	} finally {
		release?.(feedback);
		noteCall(context);
	}
}

const withoutRetries = new WeakSet<CallContext>();

/** After a final failure: calls under way may finish, but no refused call is sent again. */
export function stopRetries(context: CallContext): void {
	withoutRetries.add(context);
}

const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

/**
 * If a token was revoked early, Skribble cuts the connection of a large body, which looks like any other cut. A small
 * call before it gets the 401, so that n8n logs in again.
 */
async function checkToken(
	context: CallContext,
	{ interface: target, version, refusals, itemIndex }: Call,
): Promise<void> {
	const path =
		target === 'validation' ? `/infos/${UNKNOWN_ID}/validation` : `/documents/${UNKNOWN_ID}`;
	// The contract does not show the call (interface.md 4.2), so that a service may have none.
	const alsoAccept = [403, 404, 405];
	await callService(context, {
		interface: target,
		version,
		method: 'GET',
		path,
		refusals,
		alsoAccept,
		itemIndex,
	});
}

/** Tolerates fields and values that Skribble may add. */
export async function callForJson<T extends z.ZodTypeAny>(
	context: CallContext,
	call: Call,
	schema: T,
): Promise<z.output<T>> {
	return readJson(context, call, await callService(context, call), schema);
}

export function readJson<T extends z.ZodTypeAny>(
	context: CallContext,
	call: Call,
	{ body }: Answer,
	schema: T,
): z.output<T> {
	const result = schema.safeParse(parseJson(String(body)));
	if (result.success) return result.data as z.output<T>;
	throw unexpectedAnswerError(context, call);
}

/** Skribble's own clock, if the answer shows it. */
export function dateOf({ headers }: Answer): number | undefined {
	return readServiceMs(headers.date);
}

/** For a caller that accepted a refusal in `alsoAccept` and could do nothing about it. */
export function refuse(context: CallContext, call: Call, answer: Answer): Error {
	const refusal = readRefusal(answer.status, String(answer.body ?? ''), call.keys);
	return refusalError(context, call, { refusal, outcome: answer.outcome });
}

/** A delete may be sent twice, so its second attempt may find nothing. */
export function accepting404({ alsoAccept = [], ...call }: Call): Call {
	return { ...call, alsoAccept: [...alsoAccept, 404] };
}

/** Deleted by an earlier attempt whose answer was lost. */
export function isGone({ status, outcome }: Answer): boolean {
	return status === 404 && outcome === 'unknown';
}

/** Deletes what the path names. Skribble refuses IDs that never existed. */
export async function deleteAt(
	context: CallContext,
	endpoint: Call,
): Promise<'deleted' | 'gone before'> {
	const call = accepting404(endpoint);
	const answer = await callService(context, call);
	if (answer.outcome === 'done') return 'deleted';
	if (isGone(answer)) return 'gone before';
	throw refuse(context, call, answer);
}

/** Skribble accepts IDs in any case. */
export function isSameId(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}

/** Whether an answer, or a part of it, names no other ID than this one. Some don't repeat it. */
export function isAbout(answer: unknown, id: string, name = 'id'): boolean {
	const shown = ((answer ?? {}) as Record<string, unknown>)[name];
	return typeof shown !== 'string' || isSameId(shown, id);
}

/** Refuses an answer about another ID, which a cache or a mix-up may return. */
export function aboutId<T extends z.ZodTypeAny>(schema: T, id: string) {
	return schema.refine((answer) => isAbout(answer, id));
}
