import { randomUUID } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';

import { nodeKey } from './nodeKey';

interface Turn {
	isRunning: boolean;
	/** Of the last hand-over by this process, and when it was. */
	stamp?: unknown;
	endedMs: number;
}

/** So long n8n may take to store what a poll has handed over. */
const STORING_MS = 30_000;

/**
 * n8n starts a poll on time even while the one before still runs, and with durable cursors gives each a copy
 * of the place, taken maybe before the last hand-over was stored: they would find the same changes.
 */
export function isDue(last: Turn | undefined, stamp: unknown, nowMs: number): boolean {
	if (!last) return true;
	const isStored = last.stamp === stamp || nowMs - last.endedMs > STORING_MS;
	return !last.isRunning && isStored;
}

const turns = new Map<string, Turn>();

/** Does the work unless it is another's turn; the work answers with what is handed over, if anything. */
export async function inTurn<T>(
	context: IPollFunctions,
	memory: Record<string, unknown>,
	work: () => Promise<T | null>,
): Promise<T | null> {
	const nowMs = Date.now();
	for (const [node, { isRunning, endedMs }] of turns) {
		if (!isRunning && nowMs - endedMs > STORING_MS) turns.delete(node);
	}
	const node = nodeKey(context);
	const last = turns.get(node);
	if (!isDue(last, memory.stamp, nowMs)) return null;

	let next = last;
	turns.set(node, { ...last, isRunning: true, endedMs: nowMs });
	try {
		const outcome = await work();
		if (outcome !== null) {
			memory.stamp = randomUUID();
			next = { isRunning: false, stamp: memory.stamp, endedMs: Date.now() };
		}
		return outcome;
	} finally {
		if (next) turns.set(node, next);
		else turns.delete(node);
	}
}
