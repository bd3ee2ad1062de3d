import { randomUUID } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { setBounded } from '../shared/memory/bounded';
import { nodeKey } from '../shared/memory/nodeKey';
import { perRun } from '../shared/memory/perRun';
import { recall, remember } from '../shared/memory/workflowMemory';
import { isObject } from '../shared/network/json';
import { WatchState } from './watchState';

/** How far the polls of a node have come: all that n8n stores for it, as plain JSON. */
const Place = z.object({
	/** Later each time, whatever the clock says. */
	keptAtMs: z.number(),
	account: z.string(),
	states: z.record(WatchState),
	/**
	 * With Prefer Repeating to Losing: short ids, by the process that emitted them. n8n saves the place before it stores
	 * the run; when n8n is killed in between, the run is lost.
	 */
	emitted: z.record(z.array(z.string())).optional(),
});
export type Place = z.output<typeof Place>;

/** What a poll emits, and where the next one goes on. */
export interface PollResult {
	items: INodeExecutionData[] | null;
	next: Omit<Place, 'keptAtMs'>;
}

/** Each process of n8n has another. */
export const thisProcess = randomUUID();

/** A process that polls again has stored what it emitted before; of any other, that is not known. */
export function toRepeat(
	emitted: Place['emitted'] = {},
	processId: string = thisProcess,
): Set<string> {
	const others = Object.entries(emitted).filter(([by]) => by !== processId);
	return new Set(others.flatMap(([, ids]) => ids));
}

const MOST_NODES = 1_000;
/** How long n8n may take to store what a poll has emitted. */
const STORING_MS = 30_000;

/** By node: `keptAtMs` of the place that n8n has to have stored before the next poll; Infinity while a poll runs. */
const awaited = new Map<string, number>();

let publications = 0;

/** Without durable cursors, n8n makes a context when a workflow is published, and has all polls use it. */
const publicationOf = perRun<IPollFunctions, number>(() => ++publications);

/** By node: the newest publication that has polled, or tried to. */
const newestPublication = new Map<string, number>();

export function mayPoll(awaitedMs: number, nowMs: number, keptAtMs = -Infinity): boolean {
	return keptAtMs >= awaitedMs || nowMs - awaitedMs > STORING_MS;
}

/**
 * Takes one step from the place that is kept to the next. n8n starts a poll on time even while the one before still runs,
 * and with durable cursors gives each a copy of the place, maybe from before the last items were stored: they would
 * find the same changes.
 */
export async function stepFromPlace(
	context: IPollFunctions,
	step: (past?: Place) => Promise<PollResult>,
): Promise<PollResult['items']> {
	const node = nodeKey(context);
	const data: unknown = context.getWorkflowStaticData('node');
	const past = readPlace(context, data);
	const newest = Math.max(publicationOf(context), newestPublication.get(node) ?? 0);
	setBounded(newestPublication, node, newest, MOST_NODES);
	let awaitedMs = awaited.get(node) ?? -Infinity;
	if (!mayPoll(awaitedMs, Date.now(), past?.keptAtMs)) return null;
	setBounded(awaited, node, Infinity, MOST_NODES);
	try {
		const { items, next } = await step(past);
		// The workflow was published again meanwhile: n8n drops what this poll brings, and the next one has to find it.
		if (!isCopy(data) && newestPublication.get(node) !== newest) return null;
		const place = { ...next, keptAtMs: Math.max(Date.now(), (past?.keptAtMs ?? 0) + 1) };
		if (items) awaitedMs = place.keptAtMs;
		// Last of all: had anything failed before, the next poll has to find the same place.
		if (isCopy(data)) Object.assign(data, place);
		// A copy counts when n8n has stored it with the items, which may fail; without items n8n may not store it. In any
		// case: n8n saves what this poll has of the workflow, which lacks what callbacks have remembered meanwhile.
		remember(context, isCopy(data) && items ? {} : { place });
		return items;
	} finally {
		setBounded(awaited, node, awaitedMs, MOST_NODES);
	}
}

/**
 * Whether n8n hands out a copy and stores that together with the run, as with durable cursors. Otherwise n8n keeps the data
 * with the workflow, where it watches for changes. Another node that saves it later may put an older one back, so
 * then the place is kept where all our triggers share it.
 */
function isCopy(data: unknown): data is Record<string, unknown> {
	return isObject(data) && !('__dataChanged' in data);
}

/** What n8n hands out. Durable cursors that are new have no data, and go on where our triggers keep the place. */
function readPlace(context: IPollFunctions, data: unknown): Place | undefined {
	const isEmpty = isObject(data) && Object.keys(data).length === 0;
	const { place } = recall(context);
	const kept = [...(isEmpty ? [] : [data]), ...(place ? [place] : [])];
	const [past] = kept.flatMap((one) => Place.safeParse(one).data ?? []);
	if (kept.length > 0 && !past) {
		context.logger.warn(
			`${context.getNode().name}: the place that n8n keeps for this node was damaged, so it watches from now on as if it were new. What ended since the last poll starts nothing.`,
		);
	}
	return past;
}
