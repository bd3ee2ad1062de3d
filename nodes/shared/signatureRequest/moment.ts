import type { SignatureRequest } from './signatureRequest.schema';

/** A time stamp outside of these years is a mistake, and must not carry the watermark away. */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2100, 0);

/**
 * When the request got into its present state, by the service's own time stamps. The contract does not
 * promise that `updated_at` moves when an expiry date passes (interface.md 3.1), so there the date counts.
 */
export function momentOf(request: SignatureRequest): number | undefined {
	const { status_overall: status = '', updated_at: updatedAt, expires_at: expiresAt } = request;
	const expiredMs = status.toUpperCase() === 'EXPIRED' ? readMs(expiresAt) : undefined;
	return expiredMs ?? readMs(updatedAt) ?? signedMoments(request).at(-1);
}

/** When people signed, the first of them first. */
export function signedMoments({ signatures }: SignatureRequest): number[] {
	return signatures
		.map(({ signed_at: signedAt }) => readMs(signedAt))
		.filter((ms) => ms !== undefined)
		.sort((a, b) => a - b);
}

function readMs(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	// A time without a zone means UTC (interface.md 2.1), not the time of this machine.
	const lacksZone = /\d:\d/.test(text) && !/(z|[+-]\d{2}:?\d{2})$/i.test(text);
	const ms = Date.parse(lacksZone ? `${text}Z` : text);
	return ms >= EARLIEST_MS && ms < LATEST_MS ? ms : undefined;
}
