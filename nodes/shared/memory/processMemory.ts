import type { IPollFunctions } from 'n8n-workflow';

/** Removes the oldest entries, so that the memory of a process can't grow without end. */
export function setBounded<Key, Value>(
	map: Map<Key, Value>,
	key: Key,
	value: Value,
	most: number,
): void {
	map.delete(key);
	map.set(key, value);
	for (const oldest of map.keys()) {
		if (map.size <= most) return;
		map.delete(oldest);
	}
}

/** For a value that is the same for all items, because these share one context. */
export function oncePerContext<Context extends object, Value>(
	compute: (context: Context) => Value,
): (context: Context) => Value {
	const values = new WeakMap<Context, { value: Value }>();
	return (context) => {
		const { value } = values.get(context) ?? { value: compute(context) };
		values.set(context, { value });
		return value;
	};
}

/** Names of nodes change, and a copied workflow has the same node IDs. */
export function nodeKey(context: Pick<IPollFunctions, 'getNode' | 'getWorkflow'>): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}

const LOG_PAUSE_MS = 60_000;
const MOST_REMEMBERED = 1_000;

const lastLoggedMs = new Map<string, number>();

/** Strangers and every poll can cause the same message, which must not fill a log. */
export function shouldLog(what: string, nowMs: number, pauseMs = LOG_PAUSE_MS): boolean {
	const last = lastLoggedMs.get(what);
	if (last !== undefined && Math.abs(nowMs - last) < pauseMs) return false;
	setBounded(lastLoggedMs, what, nowMs, MOST_REMEMBERED);
	return true;
}
