import { randomBytes } from 'crypto';

import type { Account } from '../../../../shared/account/account';
import { rulesOf } from '../../../../shared/account/dialect';
import { writeCallback } from '../../../../shared/callback/callback';
import type { ApiVersion } from '../../../../shared/http/call';
import type { CallbackEvent } from '../../../../shared/signatureRequest/callbackEvent';
import { nonceFor } from './retry/mark';
import type { Mark } from './retry/mark';

export type CallbackUrls = Partial<Record<CallbackEvent, string>>;

/** Addresses as they are, or the address of a trigger of ours for some events. */
export type CallbackChoice =
	| { urls: CallbackUrls }
	| {
			address: string;
			/** Of the trigger; undefined for a node that waits. */
			path?: string;
			events: readonly CallbackEvent[];
			/** The address is the production URL of a trigger on this n8n. */
			isOwn?: boolean;
	  };

const NONCE_BYTES = 16;

/** One address for each event; all of a request share a nonce, and no other request has it. */
export function callbackUrlsFor(
	choice: CallbackChoice,
	{
		version,
		account,
		creator,
		mark,
	}: { version: ApiVersion; account: Account; creator?: string; mark?: Mark },
): CallbackUrls {
	if ('urls' in choice) return choice.urls;
	const { apiKey, placeholderPrefix, dialect } = account;
	const { namesSignature } = rulesOf(dialect, version);
	const nonce = mark ? nonceFor(mark) : randomBytes(NONCE_BYTES).toString('hex');
	const facts = { apiVersion: version, placeholderPrefix, namesSignature, creator };
	const common = { ...facts, nonce, path: choice.path, apiKey };
	return Object.fromEntries(
		choice.events.map((event) => [event, writeCallback(choice.address, { event, ...common })]),
	);
}
