import { createHash } from 'crypto';

import type { CallbackEvent } from './callbackEvent';

/**
 * The same in every process, for every repeat of a call and for both triggers; another one for all else. A
 * request ends once; of updates there is one for each signature, which the ordinal counts. Nothing is secret.
 */
export function eventIdOf(requestId: string, event: CallbackEvent, ordinal?: number): string {
	const parts = ordinal === undefined ? [requestId, event] : [requestId, event, String(ordinal)];
	return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16);
}
