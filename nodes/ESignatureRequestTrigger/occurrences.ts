import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { VerifiedCallback } from '../shared/callbacks/callbackCheck';
import { callTo } from '../shared/client/call';
import type { Call } from '../shared/client/call';
import { callForJson } from '../shared/client/callService';
import { CallbackLog, getCallbacks, eventIdOf } from '../shared/requests/callbackEvent';
import type { CallbackEvent } from '../shared/requests/callbackEvent';
import { stateChangedAt, signedTimes, signedMs, updatesOf } from '../shared/requests/requestEvent';
import { signedSignatures } from '../shared/requests/signatureRequest.schema';
import type { Signature, SignatureRequest } from '../shared/requests/signatureRequest.schema';
import { unlessLate } from '../shared/requests/unlessLate';

/** What happened, and when at the earliest; undefined where the service gives no time for it. */
export interface Occurrence {
	eventId: string;
	/** Whose signature it is; undefined at the end of a request, and where the service shows no ids. */
	signatureId?: string;
	earliestMs?: number;
}

/** What a call may stand for, the likeliest first, and how many of these start a run in all. */
interface Possible {
	occurrences: Occurrence[];
	most: number;
}

/**
 * The service decides, and nothing that the caller can choose. A request ends once. An update stands for a
 * signature: the one that the call names, otherwise the newest that was not handled yet. So there are never more
 * runs than updates, and calls that come late or in another order still start theirs.
 */
export function occurrencesOf({
	request,
	event,
	signatureId,
}: Pick<VerifiedCallback, 'request' | 'event' | 'signatureId'>): Possible {
	if (event !== 'update') {
		const end = { eventId: eventIdOf(request.id, event), earliestMs: endedMs(request, event) };
		return { occurrences: [end], most: 1 };
	}
	const signed = newestFirst(request);
	const updates = haveIds(signed) ? namedUpdates(request, signed) : countedUpdates(request);
	const named = updates.find((one) => one.signatureId === signatureId);
	return named && !hasCompleted(request, signatureId)
		? { occurrences: [named], most: 1 }
		: { occurrences: updates, most: updatesOf(request) };
}

/** By the id of the signature: its position in time changes when the service shows an earlier one late. */
function namedUpdates(request: SignatureRequest, signed: Signature[]): Occurrence[] {
	// The newest of all completes the request, which is no update.
	const [newest, ...others] = signed;
	const inOrder = newest && isComplete(request) ? [...others, newest] : signed;
	return inOrder.map((one) => ({
		eventId: eventIdOf(request.id, 'update', one.sid),
		signatureId: one.sid,
		earliestMs: signedMs(one),
	}));
}

function countedUpdates(request: SignatureRequest): Occurrence[] {
	const timesMs = signedTimes(request);
	const areAllTimed = timesMs.length >= signedSignatures(request).length;
	return Array.from({ length: updatesOf(request) }, (_, index) => ({
		eventId: eventIdOf(request.id, 'update', String(index + 1)),
		earliestMs: areAllTimed ? timesMs[index] : undefined,
	})).reverse();
}

function haveIds(signed: Signature[]): boolean {
	const ids = new Set(signed.map(({ sid }) => sid));
	return ids.size === signed.length && !ids.has(undefined) && !ids.has('');
}

function newestFirst(request: SignatureRequest): Signature[] {
	return signedSignatures(request).sort((a, b) => (signedMs(b) ?? 0) - (signedMs(a) ?? 0));
}

function isComplete(request: SignatureRequest): boolean {
	return signedSignatures(request).length === request.signatures.length;
}

/** Whether it was surely this signature; the service never calls for an update then. */
function hasCompleted(request: SignatureRequest, signatureId: string): boolean {
	const [last, other] = newestFirst(request);
	const isLast = last?.sid === signatureId && isComplete(request);
	return isLast && (signedMs(last) ?? 0) > (other ? (signedMs(other) ?? Infinity) : 0);
}

/** `updated_at` also moves when something is changed after the end; the last signature does not. */
function endedMs(request: SignatureRequest, event: 'success' | 'error'): number | undefined {
	const known = [
		stateChangedAt(request),
		event === 'success' ? signedTimes(request).at(-1) : undefined,
	];
	const earliestMs = Math.min(...known.filter((ms) => ms !== undefined));
	return Number.isFinite(earliestMs) ? earliestMs : undefined;
}

/** The service's `Date` has whole seconds, and its clock may be set by two more. */
const CLOCK_STEP_MS = 3_000;

/** The service calls within seconds of an event, and again at the earliest ten minutes later (interface.md part 6). */
const LONGEST_FIRST_CALL_MS = 120_000;

/**
 * Whether no process of this n8n can have stored a run for the event. One that was killed may have, and neither
 * remembered nor answered it; and only so many events are remembered. What happened before this process began, before
 * the oldest event that it remembers, or longer ago than a first call takes, may have been handled. Just now it cannot.
 * In between, only the service knows. Ages are compared, because the service has its own clock.
 */
export function isFirstCall(
	{ earliestMs }: Pick<Occurrence, 'earliestMs'>,
	{ serviceNowMs, coveredMs }: { serviceNowMs?: number; coveredMs: number },
): boolean | 'unknown' {
	if (earliestMs === undefined || serviceNowMs === undefined) return false;
	const ageMs = serviceNowMs - earliestMs;
	if (ageMs + CLOCK_STEP_MS >= Math.min(coveredMs, LONGEST_FIRST_CALL_MS)) return false;
	return ageMs < CLOCK_STEP_MS || 'unknown';
}

/** The service waits for our answer. */
const TIMEOUT_SECONDS = 5;

/**
 * Whether the service has called for this event before, as its own log says. Another process may have taken that call
 * and stored a run, without a trace that this one can see. If the log cannot be read, it may have.
 */
export async function wasCalledBefore(
	context: IWebhookFunctions,
	{ request, version, event, signatureId }: VerifiedCallback,
): Promise<boolean> {
	const call: Call = {
		...callTo(getCallbacks, request.id),
		version,
		failFast: true,
		timeoutSeconds: TIMEOUT_SECONDS,
		itemIndex: 0,
	};
	const latestMs = Date.now() + TIMEOUT_SECONDS * 1000;
	const reading = callForJson(context, call, CallbackLog);
	return await unlessLate(reading, { latestMs: () => latestMs }).then(
		(log) => hasEarlierCall(log, { event, signatureId }),
		() => true,
	);
}

const Entry = z.object({
	url: z.string().catch(''),
	state: z.string().catch(''),
	attempts: z.number().catch(0),
	messages: z.array(z.unknown()).catch([]),
});

/**
 * The service does not promise whether `attempts` counts the call that is under way. What came of an earlier one is in
 * `messages`.
 */
export function hasEarlierCall(
	log: z.output<typeof CallbackLog>,
	{ event, signatureId }: { event: CallbackEvent; signatureId: string },
): boolean {
	return log
		.map((entry) => Entry.parse(entry))
		.filter(({ url }) => {
			const query = new URLSearchParams(url.split('?').slice(1).join('?'));
			const names = (name: string, value: string) => [null, value].includes(query.get(name));
			return names('event', event) && names('sid', signatureId);
		})
		.some(
			({ state, attempts, messages }) =>
				attempts > 1 || messages.length > 0 || !['', 'OPEN'].includes(state.toUpperCase()),
		);
}
