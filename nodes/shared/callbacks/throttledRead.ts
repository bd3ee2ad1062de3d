import { sleep } from 'n8n-workflow';

import { setBounded } from '../memory/processMemory';
import type { readWithCallbacks } from '../requests/readRequest';

interface Pace {
	/** One after the other, once nothing is left of what may be done at once. */
	everyMs: number;
	atOnce: number;
	/** A call that would have to wait longer is refused. */
	longestWaitMs: number;
}

/**
 * When the next one may begin, and from when on the one after that; undefined when it would have to wait too
 * long. First come, first served, and what was not used fills up with time.
 */
export function nextSlot(
	freeAtMs: number,
	nowMs: number,
	{ everyMs, atOnce, longestWaitMs }: Pace,
): { startMs: number; freeAtMs: number } | undefined {
	// Never further ahead than this, unless the clock was set back.
	const isAhead = freeAtMs > nowMs + longestWaitMs + everyMs;
	const slotMs = Math.max(isAhead ? nowMs : freeAtMs, nowMs - (atOnce - 1) * everyMs);
	if (slotMs > nowMs + longestWaitMs) return undefined;
	return { startMs: Math.max(slotMs, nowMs), freeAtMs: slotMs + everyMs };
}

type Read = ReturnType<typeof readWithCallbacks>;

/** Strangers may make us ask the service 30 times a second, and the queue is five seconds long. */
const PACE = { everyMs: 33, atOnce: 30, longestWaitMs: 5_000 };
/** Between two questions about the same request. */
const PAUSE_MS = 500;
const MOST_WAITING = 500;
const MOST_NODES = 1_000;
const MOST_NAMES = 1_000;

interface Queue {
	freeAtMs: number;
	waiting: number;
	/** Reads that have not begun: a call that comes now can share one, because it will show the newest state. */
	planned: Map<string, Read>;
	lastAtMs: Map<string, number>;
}

const queues = new Map<string, Queue>();

/**
 * Reads for calls without a proof, which anyone can send: in turn, so that many unknown requests do not keep
 * a true one out, and once for all who wait for the same one. Undefined when too many wait.
 */
export async function throttledRead(
	read: () => Read,
	{ queueKey, readKey }: { queueKey: string; readKey: string },
): Promise<Awaited<Read> | undefined> {
	const queue = queueOf(queueKey);
	if (queue.waiting >= MOST_WAITING) return undefined;
	const planned = queue.planned.get(readKey) ?? plan(queue, readKey, read);
	queue.waiting++;
	try {
		return await planned;
	} finally {
		queue.waiting--;
	}
}

function queueOf(queueKey: string): Queue {
	const empty = { freeAtMs: 0, waiting: 0, planned: new Map(), lastAtMs: new Map() };
	const queue: Queue = queues.get(queueKey) ?? empty;
	setBounded(queues, queueKey, queue, MOST_NODES);
	return queue;
}

function plan(queue: Queue, readKey: string, read: () => Read): Read | undefined {
	const nowMs = Date.now();
	const slot = nextSlot(queue.freeAtMs, nowMs, PACE);
	if (!slot) return undefined;
	queue.freeAtMs = slot.freeAtMs;
	const againMs = Math.min(nowMs, queue.lastAtMs.get(readKey) ?? -Infinity) + PAUSE_MS;
	const waitMs = Math.max(slot.startMs, againMs) - nowMs;
	const planned = sleep(waitMs).then(async () => {
		queue.planned.delete(readKey);
		setBounded(queue.lastAtMs, readKey, Date.now(), MOST_NAMES);
		return await read();
	});
	queue.planned.set(readKey, planned);
	return planned;
}
