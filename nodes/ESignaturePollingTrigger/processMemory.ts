import { randomUUID } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';

import { setBounded } from '../shared/memory/bounded';

/** What a process remembers of one node, beside what n8n stores. */
export interface ProcessMemory {
	isRunning: boolean;
	/** Of the last items that this process has emitted, and when. */
	stamp?: unknown;
	emittedMs: number;
	hasWarned?: boolean;
}

const MOST_NODES = 1_000;
/** How long n8n may take to store what a poll has emitted. */
const STORING_MS = 30_000;

/** Every process of n8n loads this anew. */
export const thisProcess = randomUUID();

const nodes = new Map<string, ProcessMemory>();

/** By ids: names change. Ids of nodes are copied with a workflow. */
export function processMemory(context: IPollFunctions): ProcessMemory {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const memory = nodes.get(key) ?? { isRunning: false, emittedMs: -Infinity };
	setBounded(nodes, key, memory, MOST_NODES);
	return memory;
}

/**
 * n8n starts a poll on time even while the one before still runs, and with durable cursors gives each a copy of
 * the static data, maybe from before the last items were stored: they would find the same changes.
 */
export async function oneAtATime<T>(
	context: IPollFunctions,
	data: Record<string, unknown>,
	work: () => Promise<T | null>,
): Promise<T | null> {
	const memory = processMemory(context);
	if (!mayPoll(memory, data.stamp, Date.now())) return null;
	memory.isRunning = true;
	try {
		const items = await work();
		if (items !== null) {
			data.stamp = randomUUID();
			Object.assign(memory, { stamp: data.stamp, emittedMs: Date.now() });
		}
		return items;
	} finally {
		memory.isRunning = false;
	}
}

export function mayPoll(memory: ProcessMemory, stamp: unknown, nowMs: number): boolean {
	const isStored = memory.stamp === stamp || nowMs - memory.emittedMs > STORING_MS;
	return !memory.isRunning && isStored;
}

/** Once for each node and process: every poll would log the same. */
export function warnOnce(context: IPollFunctions, warning: string): void {
	const memory = processMemory(context);
	if (!memory.hasWarned) context.logger.warn(`${context.getNode().name}: ${warning}`);
	memory.hasWarned = true;
}
