import type { z } from 'zod/v3';

import type { CredentialProblem } from '../account/credentialProblem';
import { failedBeforeSending, isTimeout } from '../network/connection';
import { parseJson } from '../network/json';
import { readServiceMs } from '../network/serviceTime';
import { isStreamed } from './body';
import type { Answer, Call, CallContext } from './call';
import { isRepeatable } from './endpoint';
import { exchange } from './exchange';
import type { Outcome } from './exchange';
import {
	credentialFailure,
	noAnswerFailure,
	refusalFailure,
	stoppedFailure,
	unexpectedAnswerFailure,
} from './failure';
import type { Feedback } from './limiter/adaptiveBucket';
import type { Limiter } from './limiter/limiter';
import { limiterOf } from './limiter/limiterOf';
import { isFinal, readRefusal } from './problem';
import { noteCall, noteWait } from './progress';
import { decide } from './retry';
import type { Decision, Failure } from './retry';

/** The only way to the service: waits its turn, logs in, repeats what may be repeated, explains the rest. */
export async function callService(context: CallContext, call: Call): Promise<Answer> {
	if (isStreamed(call.body) && !call.needsNoToken) await tryToken(context, call);
	const repeatable = isRepeatable(call);
	const limiter = await limiterOf(context, call);
	let newLogins = 0;
	let attempt = 1;
	let mayBeDone = false;
	let successesBefore = limiter.successesOf(call);
	for (let sendings = 1; ; sendings++) {
		const loginOn403 = newLogins > 0;
		const how = { sendings, attempt, repeatable, loginOn403 };
		const { outcome, decision } = await send(context, limiter, call, how);
		if (outcome.kind === 'answer') return { ...outcome.answer, mayBeDone };

		if (!call.needsNoToken && isTokenRefusal(outcome) && newLogins < loginsAllowed(call, outcome)) {
			newLogins++;
			continue;
		}
		mayBeDone ||= leavesOutcomeUnknown(outcome);
		const isFinal = decision === 'stop' || call.failFast || isEnding.has(context);
		if (isFinal) throw explain(context, call, outcome, mayBeDone);
		const isOverload = saysOverload(outcome);
		const isRefusal = isOverload && outcome.kind === 'refused';
		noteWait(context, { waitMs: decision.waitMs, isRefusal });
		// Refused while others succeed, because there are many: that says nothing about this call.
		const successes = limiter.successesOf(call);
		if (!isOverload || successes === successesBefore) attempt++;
		successesBefore = successes;
	}
}

async function send(
	context: CallContext,
	limiter: Limiter,
	call: Call,
	how: { sendings: number; attempt: number; repeatable: boolean; loginOn403: boolean },
): Promise<{ outcome: Outcome; decision: Decision }> {
	// A caller that waits for our answer does not also wait for the pauses and the calls of other runs.
	const release = call.failFast
		? undefined
		: await limiter.acquire(context, call, how.sendings > 1);
	let feedback: Feedback = { kind: 'neutral' };
	try {
		const outcome = await exchange(context, call, how);
		const decision =
			outcome.kind === 'answer' ? 'stop' : decide({ failure: asFailure(call, outcome), ...how });
		feedback = feedbackOf(outcome, decision);
		return { outcome, decision };
	} finally {
		release?.(feedback);
		noteCall(context);
	}
}

/** An endpoint pauses for all calls that share the limiter, not only for the one that failed. */
function feedbackOf(outcome: Outcome, decision: Decision): Feedback {
	const isAnswered = outcome.kind === 'answer' || outcome.kind === 'refused';
	const isOverload = saysOverload(outcome);
	if (decision === 'stop') return { kind: isAnswered && !isOverload ? 'ok' : 'neutral' };
	return { kind: isAnswered && isOverload ? 'overloaded' : 'neutral', ...decision };
}

/** A service with too much to do may also fall silent. */
function saysOverload(outcome: Outcome): boolean {
	if (outcome.kind === 'refused') return [429, 503].includes(outcome.refusal.status);
	return outcome.kind === 'no-answer' && isTimeout(outcome.code);
}

/** Runs in which something has failed for good. */
const isEnding = new WeakSet<CallContext>();

/** What is under way in this run may come to its end, but nothing that was refused is sent again. */
export function sendNothingAgain(context: CallContext): void {
	isEnding.add(context);
}

/**
 * A refusal is sure, but an error of the service's own or of a gateway says nothing about what was done before it. 501
 * is a refusal: the service does not have the call.
 */
function leavesOutcomeUnknown(outcome: Exclude<Outcome, { kind: 'answer' }>): boolean {
	if (outcome.kind === 'no-answer') return !failedBeforeSending(outcome.code);
	if (outcome.kind === 'foreign') return true;
	const { status } = outcome.kind === 'refused' ? outcome.refusal : { status: 0 };
	return status >= 500 && status !== 501;
}

/** For answers with a body; tolerant of fields and values that the service may add. */
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
	throw unexpectedAnswerFailure(context, call);
}

export function isRefused(answer: Answer): boolean {
	return answer.status < 200 || answer.status > 299;
}

/** The service's own clock, where it shows it. */
export function dateOf({ headers }: Answer): number | undefined {
	return readServiceMs(headers.date);
}

/** For a refusal that the caller accepted first and then could do nothing about. */
export function refuse(context: CallContext, call: Call, answer: Answer): Error {
	const refusal = readRefusal(answer.status, String(answer.body ?? ''), call.keys);
	return refusalFailure(context, call, { refusal, mayBeDone: answer.mayBeDone });
}

const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

/**
 * A large body meets a token that was revoked early as a cut connection, which cannot be distinguished from
 * any other. A small question before it gets the 401 in a form that leads to a new login.
 */
async function tryToken(
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

type RefusedOutcome = Extract<Outcome, { kind: 'refused' }>;

function isTokenRefusal(outcome: Outcome): outcome is RefusedOutcome {
	if (outcome.kind !== 'refused') return false;
	const { status, key } = outcome.refusal;
	return status === 401 || (status === 403 && /^error\.auth\.token_/.test(key ?? ''));
}

/**
 * After a 401, n8n has already logged in and repeated, unless it was given a token that we had already,
 * or the body was a stream, which it cannot rewind: then we send it again. After a 403 we send once more
 * and let n8n log in on it.
 */
function loginsAllowed({ body }: Call, { refusal, isLoginLeft }: RefusedOutcome): number {
	return [refusal.status === 403, isStreamed(body), isLoginLeft].filter(Boolean).length;
}

function asFailure(call: Call, outcome: Exclude<Outcome, { kind: 'answer' }>): Failure {
	switch (outcome.kind) {
		case 'refused': {
			const { refusal, retryAfterMs } = outcome;
			const { status } = refusal;
			return { kind: 'answer', status, isFinal: isFinal(refusal, call), retryAfterMs };
		}
		case 'credential':
			return credentialAsFailure(outcome.problem);
		case 'no-answer':
			return { kind: 'no-answer', sent: !failedBeforeSending(outcome.code) };
		case 'foreign':
			return { kind: 'foreign' };
	}
}

/** The login failed, so the call itself was not sent. */
function credentialAsFailure({ kind, retryAfterMs }: CredentialProblem): Failure {
	const mayPass = kind === 'unreachable' || kind === 'unavailable';
	const saysWhen = mayPass && retryAfterMs !== undefined;
	if (kind === 'rate-limited' || saysWhen) return { kind: 'answer', status: 429, retryAfterMs };
	return mayPass ? { kind: 'no-answer', sent: false } : { kind: 'answer', status: 401 };
}

function explain(
	context: CallContext,
	call: Call,
	outcome: Exclude<Outcome, { kind: 'answer' }>,
	mayBeDone: boolean,
): Error {
	switch (outcome.kind) {
		case 'refused': {
			const { refusal, retryAfterMs } = outcome;
			return refusalFailure(context, call, { refusal, retryAfterMs, mayBeDone });
		}
		case 'credential':
			return credentialFailure(context, call, outcome.problem, { mayBeDone });
		case 'no-answer':
			return outcome.code === 'ERR_CANCELED'
				? stoppedFailure(context, call, { mayBeDone })
				: noAnswerFailure(context, call, { code: outcome.code, mayBeDone });
		case 'foreign':
			return unexpectedAnswerFailure(context, call);
	}
}
