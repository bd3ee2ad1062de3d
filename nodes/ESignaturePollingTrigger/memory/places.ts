import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Account } from '../../shared/account/account';
import { HandedOver } from './unconfirmed';
import type { Place } from './watermark';

export type Places = Partial<Record<string, Place>>;

const Kept = z.object({
	account: z.string(),
	handedOver: HandedOver.optional(),
	places: z.record(
		z.object({
			seen: z.record(z.number()),
			reachMs: z.number(),
			undated: z.array(z.string()).optional(),
		}),
	),
});

/** What is known from the polls before; nothing when they were of another account, or cannot be read. */
export interface Past {
	places: Places;
	handedOver?: HandedOver;
}

/** A copy: n8n may keep what a poll has written even if the poll fails in the end. */
export function readPast(memory: IDataObject, account: string): Past {
	const kept = Kept.safeParse(memory);
	return kept.success && kept.data.account === account ? kept.data : { places: {} };
}

export function keepPast(memory: IDataObject, account: string, past: Past): void {
	memory.account = account;
	memory.places = past.places as IDataObject;
	memory.handedOver = past.handedOver;
}

/** Another account has other requests, so it is watched from the start; a new key of the same user is not another. */
export function accountMark({ signingAddress, username }: Account): string {
	return createHash('sha256')
		.update(`${signingAddress}\n${username}`)
		.digest('base64url')
		.slice(0, 16);
}
