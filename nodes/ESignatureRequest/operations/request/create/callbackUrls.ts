import { randomBytes } from 'crypto';
import type { z } from 'zod';

import type { Account } from '../../../../shared/account/account';
import { writeCallback } from '../../../../shared/callback/callback';
import type { CallbackEvent } from '../../../../shared/signatureRequest/callbackEvent';
import type { Turn } from '../../../../shared/operation/operation';
import type { ApiVersion } from '../../../../shared/http/call';
import { OwnCallbacks, TriggerCallbacks } from './create.schema';
import type { CreateForm } from './create.schema';
import type { NewRequest } from './signatureRequest.body';

type CallbackUrls = NewRequest['callbackUrls'];

const NONCE_BYTES = 16;

/** The addresses that the user chose, those to a trigger with a proof. */
export function readCallbacks(
	turn: Turn,
	{ apiVersion, callbacks }: z.output<typeof CreateForm>,
	account: Account,
): CallbackUrls {
	switch (callbacks) {
		case 'none':
			return {};
		case 'manual': {
			const typed = turn.read(OwnCallbacks);
			return {
				success: typed.callbackSuccessUrl,
				update: typed.callbackUpdateUrl,
				error: typed.callbackErrorUrl,
			};
		}
		case 'trigger': {
			const { callbackAddress, callbackEvents } = turn.read(TriggerCallbacks);
			return signedCallbacks(callbackAddress, { events: callbackEvents, apiVersion, account });
		}
	}
}

/** One address for each event; all of a request share a nonce, and no other request has it. */
export function signedCallbacks(
	address: string,
	{
		events,
		apiVersion,
		account: { apiKey, placeholderPrefix },
	}: { events: readonly CallbackEvent[]; apiVersion: ApiVersion; account: Account },
): CallbackUrls {
	const nonce = randomBytes(NONCE_BYTES).toString('hex');
	const common = { apiVersion, placeholderPrefix, nonce, apiKey };
	return Object.fromEntries(
		events.map((event) => [event, writeCallback(address, { event, ...common })]),
	);
}
