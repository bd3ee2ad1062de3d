import { createHash } from 'crypto';
import { z } from 'zod/v3';

import type { Endpoint } from '../client/call';

/** interface.md part 6: one address of a request for each. */
export const callbackEvents = ['success', 'update', 'error'] as const;
export type CallbackEvent = (typeof callbackEvents)[number];

/**
 * The same in every process, for every repeat of a call and for both triggers; another one for all else. A
 * request ends once; of updates there is one for each signature, which is known by its id, or else by its number.
 * Nothing is secret.
 */
export function eventIdOf(requestId: string, event: string, signature?: string): string {
	const parts = [requestId, event, ...(signature === undefined ? [] : [signature])];
	return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16);
}

export const getCallbacks: Endpoint = {
	method: 'GET',
	path: '/signature-requests/{signatureRequest}/callbacks',
};

/** One entry for each event of a request that the service calls for. */
export const CallbackLog = z.array(z.record(z.unknown()));
