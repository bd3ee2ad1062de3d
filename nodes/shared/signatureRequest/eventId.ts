import { createHash } from 'crypto';

import type { CallbackEvent } from './callbackEvent';

/**
 * The same in every process, for every repeat of a call and for both triggers; another one for all else. A
 * request ends once; of updates there is one for each signature, which is known by its id, or else by its number.
 * Nothing is secret.
 */
export function eventIdOf(requestId: string, event: CallbackEvent, signature?: string): string {
	const parts = [requestId, event, ...(signature === undefined ? [] : [signature])];
	return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16);
}
