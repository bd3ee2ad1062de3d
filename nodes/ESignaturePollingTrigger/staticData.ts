import { createHash } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Account } from '../shared/account/account';
import { recall, remember } from '../shared/memory/workflowMemory';
import { isObject } from '../shared/network/json';
import { Known, mapStates, storeKnown } from './known';
import { processMemory } from './processMemory';
import type { ProcessMemory } from './processMemory';
import { ListState } from './readList';

const FirstLook = z.object({
	/** When it began, by the service's clock. */
	sinceMs: z.number(),
	round: z.number(),
	/** Whether it met later changes, which are for the polls after it. */
	hasLeft: z.boolean(),
});
export type FirstLook = z.output<typeof FirstLook>;

const WatchState = z.object({
	known: Known.optional(),
	list: ListState.optional(),
	/** Present while the first look is not over. */
	firstLook: FirstLook.optional(),
});
export type WatchState = z.output<typeof WatchState>;
type Watched = Record<string, WatchState>;

/** n8n saves the static data before it stores the run: killed in between, it has no run and polls no more for it. */
const Emitted = z.object({
	/** The process that emitted last, and the short ids of those requests. */
	by: z.string(),
	ids: z.array(z.string()),
	/** Of an earlier process, and still to come again. */
	again: z.array(z.string()),
});

type Emitted = z.output<typeof Emitted>;

/** A process that polls again has stored what it emitted before; of any other, that is not known. */
export function toRepeat(last: Emitted | undefined, processId: string): string[] {
	if (!last) return [];
	return last.by === processId ? last.again : [...new Set([...last.again, ...last.ids])];
}

const Stored = z.object({
	/** Later each time, whatever the clock says. */
	keptAtMs: z.number(),
	account: z.string(),
	states: z.record(WatchState),
	emitted: Emitted.optional(),
});

export type Memory = Pick<z.output<typeof Stored>, 'states' | 'emitted'>;

/** With durable cursors n8n stores nothing of the poll at activation, and a first look must not happen twice. */
const begunStates = new WeakMap<ProcessMemory, { account: string; states: Watched }>();

/** What the polls before have left; nothing of another account, or if it cannot be read. */
export function openMemory(
	context: IPollFunctions,
	data: unknown,
	{ signingAddress, username }: Account,
): { past: Memory; keep: (next: Memory) => void } {
	// A new key of the same user is not another account.
	const hash = createHash('sha256').update(`${signingAddress}\n${username}`);
	const account = hash.digest('base64url').slice(0, 16);
	const stored = newest(context, data);
	const isNew = isObject(data) && Object.keys(data).length === 0;
	if (!stored && !isNew) warnOfDamage(context);
	const given: Memory = stored?.account === account ? stored : { states: {} };

	const node = processMemory(context);
	const begun = isOfWorkflow(data) ? undefined : begunStates.get(node);
	const unstored = begun?.account === account ? begun.states : {};
	const keep = ({ states, emitted }: Memory) => {
		const first: Watched = {};
		for (const [state, next] of Object.entries(states)) {
			// Not what a later poll has made of it: n8n may have failed to store what that one emitted.
			if (!given.states[state]) first[state] = unstored[state]?.known ? unstored[state] : next;
		}
		if (!isOfWorkflow(data)) begunStates.set(node, { account, states: first });
		const keptAtMs = Math.max(Date.now(), (stored?.keptAtMs ?? 0) + 1);
		const place = {
			...{ keptAtMs, account, emitted },
			states: mapStates(states, ({ known, ...rest }) => ({
				...rest,
				known: known && storeKnown(known),
			})),
		};
		if (isObject(data)) Object.assign(data, place);
		remember(context, isOfWorkflow(data) ? { place } : {});
	};
	return { past: { ...given, states: { ...unstored, ...given.states } }, keep };
}

/** Another node that saves the workflow's static data later may put an older copy back, so there is a second one. */
function newest(context: IPollFunctions, data: unknown): z.output<typeof Stored> | undefined {
	const second = isOfWorkflow(data) ? recall(context).place : undefined;
	const [own, other] = [data, second].map((one) => Stored.safeParse(one).data);
	return (own?.keptAtMs ?? -Infinity) < (other?.keptAtMs ?? -Infinity) ? other : own;
}

/**
 * Whether n8n keeps the data with the workflow, where it watches for changes. With durable cursors it hands out a
 * copy and stores that together with the run: no other node can change it, and no other copy may be preferred.
 */
function isOfWorkflow(data: unknown): boolean {
	return !isObject(data) || '__dataChanged' in data;
}

function warnOfDamage(context: IPollFunctions): void {
	context.logger.warn(
		`${context.getNode().name}: the place that n8n keeps for this node was damaged, so it watches from now on as if it were new. What ended since the last poll starts nothing.`,
	);
}
