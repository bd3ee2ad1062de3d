import type { IDataObject } from 'n8n-workflow';

import { omitUndefined } from '../network/json';
import { eventIdOf } from './callbackEvent';
import type { CallbackEvent } from './callbackEvent';
import { progressOf, simplifyRequest, toOutput } from './shownRequest';
import { signedSignatures, signerName } from './signatureRequest.schema';
import type { Signature, SignatureRequest } from './signatureRequest.schema';
import { readServiceMs } from '../network/time';

/** A callback for a request, or its coming deletion. */
export type RequestEvent = CallbackEvent | 'deletedSoon';

const outcomes = ['signed', 'declined', 'error', 'expired', 'withdrawn'];

/** A signer in one of these has not finished; what else there is, the service may add to without notice. */
const underWay = ['', 'draft', 'open', 'waiting'];

/**
 * How the request ended; undefined while it has not. An unknown state is an end where the
 * service itself says so: it calls for an error at an end only (interface.md part 6).
 */
export function outcomeOf(
	{ status_overall: status = '' }: SignatureRequest,
	event?: RequestEvent,
): string | undefined {
	const state = status.toLowerCase();
	if (outcomes.includes(state)) return state;
	return event === 'error' && !underWay.includes(state) ? state : undefined;
}

/** The callback that the present state stands for (interface.md part 6). */
function eventOf(request: SignatureRequest): CallbackEvent {
	const outcome = outcomeOf(request);
	if (outcome === undefined) return 'update';
	return outcome === 'signed' ? 'success' : 'error';
}

/**
 * How many times the service has called for an update (interface.md part 6): every signature makes a call
 * but the last of all, which completes the request. With one signer there is none.
 */
export function updatesOf(request: SignatureRequest): number {
	const { signed, total } = progressOf(request);
	return Math.max(0, Math.min(signed, total - 1));
}

/** What a trigger outputs: the request as every other output shows it, and what happened to it. */
export function eventOutput(
	request: SignatureRequest,
	{
		event = eventOf(request),
		eventId,
		simplify,
		mayBeRepeated,
		signatureId,
		documentId,
	}: {
		event?: RequestEvent;
		/** Of the occurrence, where the request alone does not show which it is. */
		eventId?: string;
		simplify: boolean;
		mayBeRepeated?: boolean;
		/** Of the signature and the document that a call is about. */
		signatureId?: string;
		documentId?: string;
	},
): IDataObject {
	const happened = omitUndefined({
		event,
		eventId: eventId ?? eventIdOf(request.id, event),
		outcome: outcomeOf(request, event),
		lastSignedBy: lastSignedBy(request, signatureId),
		// Only there when true: a workflow that has run for this change may have to skip it.
		mayBeRepeated: mayBeRepeated ? true : undefined,
	});
	const shown = (simplify ? simplifyRequest : toOutput)(request, documentId);
	return { ...happened, ...shown, ...happened };
}

/** Whom the call names, if they have signed; otherwise whom the times say. */
function lastSignedBy(request: SignatureRequest, signatureId?: string): IDataObject | undefined {
	const named = signedSignatures(request).find(({ sid = '' }) => sid !== '' && sid === signatureId);
	const latestMs = signedTimes(request).at(-1);
	const latest = request.signatures.find(
		(one) => latestMs !== undefined && signedMs(one) === latestMs,
	);
	const last = named ?? latest;
	return (
		last && omitUndefined({ name: signerName(last), sid: last.sid, signed_at: last.signed_at })
	);
}

/** A time stamp outside of these years is a mistake, and must not carry the watermark away. */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2100, 0);

/**
 * When the request got into its present state, by the service's own time stamps. The contract does not
 * promise that `updated_at` moves when an expiry date passes (interface.md 3.1), so there the date counts.
 */
export function stateChangedAt(request: SignatureRequest): number | undefined {
	const { status_overall: status = '', updated_at: updatedAt, expires_at: expiresAt } = request;
	const expiredMs = status.toUpperCase() === 'EXPIRED' ? readMs(expiresAt) : undefined;
	return expiredMs ?? readMs(updatedAt) ?? signedTimes(request).at(-1);
}

/** When people signed, the first of them first. */
export function signedTimes({ signatures }: SignatureRequest): number[] {
	return signatures
		.map(signedMs)
		.filter((ms) => ms !== undefined)
		.sort((a, b) => a - b);
}

export function signedMs({ signed_at: signedAt }: Signature): number | undefined {
	return readMs(signedAt);
}

function readMs(value: unknown): number | undefined {
	const ms = readServiceMs(value);
	return ms !== undefined && ms >= EARLIEST_MS && ms < LATEST_MS ? ms : undefined;
}
