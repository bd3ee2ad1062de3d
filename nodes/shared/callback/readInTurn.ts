import { sleep } from 'n8n-workflow';

import type { readWithCallbacks } from '../signatureRequest/readRequest';
import { setBounded } from '../memory/bounded';
import { nextTurn } from './pace';

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
export async function readInTurn(
	read: () => Read,
	{ place, name }: { place: string; name: string },
): Promise<Awaited<Read> | undefined> {
	const queue = queueOf(place);
	if (queue.waiting >= MOST_WAITING) return undefined;
	const planned = queue.planned.get(name) ?? plan(queue, name, read);
	queue.waiting++;
	try {
		return await planned;
	} finally {
		queue.waiting--;
	}
}

function queueOf(place: string): Queue {
	const empty = { freeAtMs: 0, waiting: 0, planned: new Map(), lastAtMs: new Map() };
	const queue: Queue = queues.get(place) ?? empty;
	setBounded(queues, place, queue, MOST_NODES);
	return queue;
}

function plan(queue: Queue, name: string, read: () => Read): Read | undefined {
	const nowMs = Date.now();
	const turn = nextTurn(queue.freeAtMs, nowMs, PACE);
	if (!turn) return undefined;
	queue.freeAtMs = turn.freeAtMs;
	const againMs = Math.min(nowMs, queue.lastAtMs.get(name) ?? -Infinity) + PAUSE_MS;
	const waitMs = Math.max(turn.startMs, againMs) - nowMs;
	const planned = sleep(waitMs).then(async () => {
		queue.planned.delete(name);
		setBounded(queue.lastAtMs, name, Date.now(), MOST_NAMES);
		return await read();
	});
	queue.planned.set(name, planned);
	return planned;
}
