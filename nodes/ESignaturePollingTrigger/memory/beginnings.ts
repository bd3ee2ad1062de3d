import type { IPollFunctions } from 'n8n-workflow';

import { setBounded } from '../../shared/memory/bounded';
import { nodeKey } from './nodeKey';
import type { Past } from './places';

interface Beginning extends Past {
	account: string;
}

const MOST_NODES = 1_000;

const beginnings = new Map<string, Beginning>();

/**
 * A first look decides what counts as new, so it must not happen twice. With durable cursors n8n stores nothing
 * of the poll at activation, and hands out copies of the place from before the first look was stored: there the
 * process itself remembers where it began, until n8n shows that it knows.
 */
export function fromBeginning(context: IPollFunctions, account: string, past: Past): Past {
	const began = beginnings.get(nodeKey(context));
	if (began?.account !== account) return past;
	return {
		...past,
		places: { ...began.places, ...past.places },
		courses: { ...began.courses, ...past.courses },
	};
}

/** `given` is what n8n knew at the start of a poll, and `next` what it is to know after it. */
export function keepBeginning(
	context: IPollFunctions,
	account: string,
	{ given, next }: { given: Past; next: Past },
): void {
	const began = fromBeginning(context, account, { places: {}, courses: {} });
	const kept: Beginning = { account, places: {}, courses: {} };
	for (const state of Object.keys({ ...next.places, ...next.courses })) {
		if (given.places[state]) continue;
		// Not what a later poll has made of it: that may have handed over what n8n then failed to store.
		const from = began.places[state] ? began : next;
		kept.places[state] = from.places[state];
		kept.courses[state] = from.courses[state];
	}
	const key = nodeKey(context);
	if (Object.keys(kept.courses).length === 0) beginnings.delete(key);
	else setBounded(beginnings, key, kept, MOST_NODES);
}
