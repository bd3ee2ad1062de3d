import type { Found, Shown } from './openList';
import type { List } from './listIndex';
import { readList } from './readList';
import type { Conditions, ListState } from './readList';
import type { FirstLook, WatchState } from './staticData';

/** The service shows its time in whole seconds, and the next one may have begun already. */
const CLOCK_STEP_MS = 2_000;
/** There is nothing yet to compare a short answer with, so the list is read twice. */
const ROUNDS = 2;

export function firstLookFrom(sinceMs: number): FirstLook {
	return { sinceMs, round: 1, hasLeft: false };
}

/**
 * The first look at a state decides what counts as new ever after: whatever is noted here does not. A long list takes
 * several polls. What changes meanwhile is left for those that come after.
 */
export async function takeFirstLook(
	{ list, found }: { list: List; found: Found },
	past: WatchState,
	conditions: Conditions,
): Promise<{ list: ListState; firstLook?: FirstLook; noted: Shown[] }> {
	const noted = new Map<string, Shown>();
	let { list: state, firstLook: look } = past;
	for (;;) {
		const from = found.shown.length;
		state = await readList(list, state, { ...conditions, mustSeeAll: true });
		look = { ...(look ?? firstLookFrom(found.openedMs)) };
		const shown = found.shown.slice(from);
		for (const one of shown) if (isOld(one, look)) noted.set(one.id, one);
		look.hasLeft ||= shown.some(({ id }) => !noted.has(id));
		if (!state.index?.isComplete) break;
		if (look.round === ROUNDS) {
			// Without an index the next poll reads all.
			const next = look.hasLeft ? { ...state, index: undefined } : state;
			return { list: next, noted: [...noted.values()] };
		}
		look.round++;
	}
	return { list: state, firstLook: look, noted: [...noted.values()] };
}

/** One that is dated ahead was so from the start; in a later round it may have come since. */
function isOld({ momentMs, shownMs }: Shown, { sinceMs, round }: FirstLook): boolean {
	if (momentMs === undefined || momentMs <= sinceMs) return true;
	const isAhead = momentMs > shownMs + CLOCK_STEP_MS;
	return round === 1 && (isAhead || momentMs <= sinceMs + CLOCK_STEP_MS);
}
