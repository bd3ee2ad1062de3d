import { randomUUID } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { setBounded } from '../shared/memory/bounded';
import { recall, remember } from '../shared/memory/workflowMemory';
import { isObject } from '../shared/network/json';
import { WatchState } from './watchState';

/** n8n saves the place before it stores the run: killed in between, it has no run and polls no more for it. */
const Emitted = z.object({
	/** The process that emitted last, and the short ids of those requests. */
	by: z.string(),
	ids: z.array(z.string()),
	/** Of an earlier process, and still to come again. */
	again: z.array(z.string()),
});

/** How far the polls of a node have come: all that n8n stores for it, as plain JSON. */
const Place = z.object({
	/** Later each time, whatever the clock says. */
	keptAtMs: z.number(),
	account: z.string(),
	states: z.record(WatchState),
	emitted: Emitted.optional(),
});
export type Place = z.output<typeof Place>;

/** What a poll emits, and where the next one goes on. */
export interface Step {
	items: INodeExecutionData[] | null;
	next: Omit<Place, 'keptAtMs'>;
}

/** Each process of n8n has another. */
export const thisProcess = randomUUID();

/** A process that polls again has stored what it emitted before; of any other, that is not known. */
export function toRepeat(last: Place['emitted'], processId: string): string[] {
	if (!last) return [];
	return last.by === processId ? last.again : [...new Set([...last.again, ...last.ids])];
}

/** What a process remembers of one node, beside what n8n stores. */
interface ProcessMemory {
	isRunning: boolean;
	/** The last place with items, and when it was handed to n8n. */
	emittedPlaceMs: number;
	emittedMs: number;
	/** The last place without items, and the stored one that the poll began with. */
	quiet?: { afterMs?: number; place: Place };
	hasWarned?: boolean;
}

const MOST_NODES = 1_000;
/** How long n8n may take to store what a poll has emitted. */
const STORING_MS = 30_000;

const nodes = new Map<string, ProcessMemory>();

/** By ids: names change. Ids of nodes are copied with a workflow. */
function processMemory(context: IPollFunctions): ProcessMemory {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const none = { isRunning: false, emittedPlaceMs: -Infinity, emittedMs: -Infinity };
	const memory = nodes.get(key) ?? none;
	setBounded(nodes, key, memory, MOST_NODES);
	return memory;
}

export function mayPoll(memory: ProcessMemory, nowMs: number, keptAtMs = -Infinity): boolean {
	const isStored = keptAtMs >= memory.emittedPlaceMs || nowMs - memory.emittedMs > STORING_MS;
	return !memory.isRunning && isStored;
}

/**
 * Takes one step from the place that n8n has stored to the next. n8n starts a poll on time even while the one before
 * still runs, and with durable cursors gives each a copy of the place, maybe from before the last items were stored:
 * they would find the same changes.
 */
export async function stepFromPlace(
	context: IPollFunctions,
	step: (past?: Place) => Promise<Step>,
): Promise<Step['items']> {
	const memory = processMemory(context);
	const data: unknown = context.getWorkflowStaticData('node');
	const stored = readPlace(context, data);
	if (!mayPoll(memory, Date.now(), stored?.keptAtMs)) return null;
	memory.isRunning = true;
	try {
		// With durable cursors n8n stores nothing of the poll at activation, and a first look must not happen twice.
		const { quiet } = memory;
		const past = quiet && quiet.afterMs === stored?.keptAtMs ? quiet.place : stored;
		const { items, next } = await step(past);
		const place = { ...next, keptAtMs: Math.max(Date.now(), (past?.keptAtMs ?? 0) + 1) };
		// One with items counts when n8n has stored it, which may fail.
		if (items === null) memory.quiet = { afterMs: stored?.keptAtMs, place };
		else Object.assign(memory, { emittedPlaceMs: place.keptAtMs, emittedMs: Date.now() });
		// Last of all: had anything failed before, the next poll has to find the same place.
		if (!isOfWorkflow(data)) Object.assign(data as object, place);
		// In any case: n8n saves the copy of this poll, which lacks what callbacks have remembered meanwhile.
		remember(context, isOfWorkflow(data) ? { place } : {});
		return items;
	} finally {
		memory.isRunning = false;
	}
}

/** Durable cursors that are new have no data, and go on where the workflow was. */
function readPlace(context: IPollFunctions, data: unknown): Place | undefined {
	const isEmpty = isObject(data) && Object.keys(data).length === 0;
	const shared = isEmpty || isOfWorkflow(data) ? recall(context).place : undefined;
	const place = Place.safeParse(shared ?? data).data;
	if (!place && (shared || !isEmpty)) {
		context.logger.warn(
			`${context.getNode().name}: the place that n8n keeps for this node was damaged, so it watches from now on as if it were new. What ended since the last poll starts nothing.`,
		);
	}
	return place;
}

/**
 * Whether n8n keeps the data with the workflow, where it watches for changes. Another node that saves it later may
 * put an older copy back, so the place is kept where all our triggers share it. With durable cursors n8n hands out a
 * copy and stores that together with the run.
 */
function isOfWorkflow(data: unknown): boolean {
	return !isObject(data) || '__dataChanged' in data;
}

/** Once for each node and process: every poll would log the same. */
export function warnOnce(context: IPollFunctions, warning: string): void {
	const memory = processMemory(context);
	if (!memory.hasWarned) context.logger.warn(`${context.getNode().name}: ${warning}`);
	memory.hasWarned = true;
}
