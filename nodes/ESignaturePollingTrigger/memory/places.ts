import { createHash } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Account } from '../../shared/account/account';
import { isObject, recall, remember } from '../../shared/memory/workflowMemory';
import { HandedOver } from './unconfirmed';
import type { Place } from './watermark';

export type Places = Partial<Record<string, Place>>;

const Kept = z.object({
	/** Never earlier than the one before, whatever the clock says. */
	keptAtMs: z.number(),
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
type Kept = z.output<typeof Kept>;

/** What is known from the polls before; nothing when they were of another account, or cannot be read. */
export interface Past {
	places: Places;
	handedOver?: HandedOver;
}

/** A copy: n8n may keep what a poll has written even if the poll fails in the end. */
export function readPast(context: IPollFunctions, data: unknown, account: string): Past {
	const kept = newest(context, data);
	const isNew = isObject(data) && Object.keys(data).length === 0;
	if (!kept && !isNew) tellDamage(context);
	return kept?.account === account ? kept : { places: {} };
}

export function keepPast(
	context: IPollFunctions,
	data: unknown,
	{ account, ...past }: Past & { account: string },
): void {
	const lastMs = newest(context, data)?.keptAtMs ?? 0;
	const place = { keptAtMs: Math.max(Date.now(), lastMs + 1), account, ...past };
	if (isObject(data)) Object.assign(data, place);
	remember(context, isOfWorkflow(data) ? { place } : {});
}

/** Somebody who saves the workflow's data later may put an older place back, so it is also remembered with all. */
function newest(context: IPollFunctions, data: unknown): Kept | undefined {
	const remembered = isOfWorkflow(data) ? recall(context).place : undefined;
	const [own, other] = [data, remembered].map((one) => Kept.safeParse(one).data);
	return (own?.keptAtMs ?? -Infinity) < (other?.keptAtMs ?? -Infinity) ? other : own;
}

/**
 * Whether n8n keeps the place with the workflow, where it watches for changes. With durable cursors it hands out
 * a copy and stores that together with the run: there nobody else can change it, and no other may be preferred.
 */
function isOfWorkflow(data: unknown): boolean {
	return !isObject(data) || '__dataChanged' in data;
}

function tellDamage(context: IPollFunctions): void {
	context.logger.warn(
		`${context.getNode().name}: the place that n8n keeps for this node was damaged, so it watches from now on as if it were new. What ended since the last poll starts nothing.`,
	);
}

/** Another account has other requests, so it is watched from the start; a new key of the same user is not another. */
export function accountMark({ signingAddress, username }: Account): string {
	return createHash('sha256')
		.update(`${signingAddress}\n${username}`)
		.digest('base64url')
		.slice(0, 16);
}
