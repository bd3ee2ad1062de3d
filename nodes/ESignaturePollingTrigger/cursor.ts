import { randomUUID } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { setBounded, nodeKey, oncePerContext } from '../shared/memory/processMemory';
import { recall, remember } from '../shared/memory/workflowMemory';
import { isObject } from '../shared/network/json';
import { WatchState } from './readStates';
import { WaitingExecutions } from './resumeWaiting';

/** Position of the polls of a node, as plain JSON. n8n stores nothing else for it. */
const Cursor = z.object({
	/** Later each time, whatever the clock says. */
	savedAtMs: z.number(),
	account: z.string(),
	states: z.record(WatchState),
	/**
	 * With Repeat Uncertain Events: short ids, by the process that emitted them. n8n saves the cursor before it stores
	 * the run; when n8n is killed in between, the run is lost.
	 */
	emitted: z.record(z.array(z.string())).optional(),
	waiting: WaitingExecutions.optional(),
});
export type Cursor = z.output<typeof Cursor>;

/** Items of a poll, and the cursor for the next one. */
export interface PollResult {
	items: INodeExecutionData[] | null;
	next: Omit<Cursor, 'savedAtMs'>;
}

/** Each process of n8n has another. */
export const thisProcess = randomUUID();

/** A process that polls again has stored what it emitted before; of any other, that is not known. */
export function toRepeat(
	emitted: Cursor['emitted'] = {},
	processId: string = thisProcess,
): Set<string> {
	const others = Object.entries(emitted).filter(([by]) => by !== processId);
	return new Set(others.flatMap(([, ids]) => ids));
}

const MOST_NODES = 1_000;
/** How long n8n may take to store what a poll has emitted. */
const STORING_MS = 30_000;

/** By node: `savedAtMs` of the cursor that n8n has to have stored before the next poll; Infinity while a poll runs. */
const awaited = new Map<string, number>();

let publications = 0;

/** Without durable cursors, n8n makes a context when a workflow is published, and has all polls use it. */
const publicationOf = oncePerContext<IPollFunctions, number>(() => ++publications);

/** By node: the newest publication that has polled, or tried to. */
const newestPublication = new Map<string, number>();

export function mayPoll(awaitedMs: number, nowMs: number, savedAtMs = -Infinity): boolean {
	return savedAtMs >= awaitedMs || nowMs - awaitedMs > STORING_MS;
}

/**
 * Runs one poll from the saved cursor, unless it would find the same changes as another one. n8n starts a poll on time
 * even if the previous one still runs. With durable cursors, it gives each a copy of the cursor, which can be older
 * than the last items.
 */
export async function advanceCursor(
	context: IPollFunctions,
	step: (past?: Cursor) => Promise<PollResult>,
): Promise<PollResult['items']> {
	const node = nodeKey(context);
	const data: unknown = context.getWorkflowStaticData('node');
	const past = readCursor(context, data);
	const newest = Math.max(publicationOf(context), newestPublication.get(node) ?? 0);
	setBounded(newestPublication, node, newest, MOST_NODES);
	let awaitedMs = awaited.get(node) ?? -Infinity;
	if (!mayPoll(awaitedMs, Date.now(), past?.savedAtMs)) return null;
	setBounded(awaited, node, Infinity, MOST_NODES);
	try {
		const { items, next } = await step(past);
		// The workflow was published again meanwhile: n8n drops what this poll brings, and the next one has to find it.
		if (!isCopy(data) && newestPublication.get(node) !== newest) return null;
		const cursor = { ...next, savedAtMs: Math.max(Date.now(), (past?.savedAtMs ?? 0) + 1) };
		if (items) awaitedMs = cursor.savedAtMs;
		// Last of all: had anything failed before, the next poll has to find the same cursor.
		if (isCopy(data)) Object.assign(data, cursor);
		// A copy counts when n8n has stored it with the items, which may fail; without items n8n may not store it. In any
		// case: n8n saves what this poll has of the workflow, which lacks what callbacks have remembered meanwhile.
		remember(context, isCopy(data) && items ? {} : { cursor });
		return items;
	} finally {
		setBounded(awaited, node, awaitedMs, MOST_NODES);
	}
}

/**
 * Whether n8n hands out a copy and stores that together with the run, as with durable cursors. Otherwise n8n keeps the data
 * with the workflow, where it watches for changes. Another node that saves it later may put an older one back, so
 * then the cursor is saved where all our triggers share it.
 */
function isCopy(data: unknown): data is Record<string, unknown> {
	return isObject(data) && !('__dataChanged' in data);
}

/** From n8n. A new durable cursor has no data, so it continues from the cursor that our triggers save. */
function readCursor(context: IPollFunctions, data: unknown): Cursor | undefined {
	const isEmpty = isObject(data) && Object.keys(data).length === 0;
	const { cursor } = recall(context);
	const saved = [...(isEmpty ? [] : [data]), ...(cursor ? [cursor] : [])];
	const [past] = saved.flatMap((one) => Cursor.safeParse(one).data ?? []);
	if (saved.length > 0 && !past) {
		context.logger.warn(
			`${context.getNode().name}: n8n's saved data for this node was damaged, so the node starts again from now. Requests that ended since the last poll don't start the workflow.`,
		);
	}
	return past;
}
