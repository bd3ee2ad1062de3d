import { readServiceMs } from '../network/serviceTime';
import type { Signature, SignatureRequest } from './signatureRequest.schema';

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
