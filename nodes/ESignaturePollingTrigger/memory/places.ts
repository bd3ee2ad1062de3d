import { createHash } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Account } from '../../shared/account/account';
import { recall, remember } from '../../shared/memory/workflowMemory';
import { isObject } from '../../shared/network/json';
import type { Course } from '../reading/course';
import { storeCourse, StoredCourse, StoredPlace, storePlace } from './stored';
import { HandedOver } from './unconfirmed';
import type { Place } from './watermark';

export type Places = Partial<Record<string, Place>>;
export type Courses = Partial<Record<string, Course>>;

const Kept = z.object({
	/** Never earlier than the one before, whatever the clock says. */
	keptAtMs: z.number(),
	account: z.string(),
	handedOver: HandedOver.optional(),
	places: z.record(StoredPlace),
	courses: z.record(StoredCourse),
});
type Kept = z.output<typeof Kept>;

/** What is known from the polls before; nothing when they were of another account, or cannot be read. */
export interface Past {
	places: Places;
	courses: Courses;
	handedOver?: HandedOver;
}

/** A copy: n8n may keep what a poll has written even if the poll fails in the end. */
export function readPast(context: IPollFunctions, data: unknown, account: string): Past {
	const kept = newest(context, data);
	const isNew = isObject(data) && Object.keys(data).length === 0;
	if (!kept && !isNew) tellDamage(context);
	return kept?.account === account ? kept : { places: {}, courses: {} };
}

export function keepPast(
	context: IPollFunctions,
	data: unknown,
	{ account, places, courses, handedOver }: Past & { account: string },
): void {
	const lastMs = newest(context, data)?.keptAtMs ?? 0;
	const place = {
		keptAtMs: Math.max(Date.now(), lastMs + 1),
		account,
		handedOver,
		places: stored(places, storePlace),
		courses: stored(courses, storeCourse),
	};
	if (isObject(data)) Object.assign(data, place);
	remember(context, isOfWorkflow(data) ? { place } : {});
}

function stored<T, Stored>(all: Partial<Record<string, T>>, store: (one: T) => Stored) {
	const entries = Object.entries(all).filter(([, one]) => one !== undefined);
	return Object.fromEntries(entries.map(([state, one]) => [state, store(one as T)]));
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
export function isOfWorkflow(data: unknown): boolean {
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
