import type { IPollFunctions } from 'n8n-workflow';

import { pagesOfRequests, withKnownStates } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import { PAGE_SIZE } from '../shared/signatureRequest/pages';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
import type { ListedRequest } from './handOver';
import { findChanges, newnessBy } from './known';
import type { Listed } from './known';
import { entryOf, shortId } from './listIndex';
import type { FirstLook, WatchState } from './place';
import type { PollingForm, WatchedState } from './polling.fields';
import { readList } from './readList';

export interface StateReading extends Pick<WatchState, 'list' | 'firstLook'> {
	state: WatchedState;
	/** What was read, as far as it counts. */
	listed: Listed[];
	/** Those among it that are new, or wanted once more. */
	changes: ListedRequest[];
	showsCustom: boolean;
	readingMs: number;
	/** Whether there is more to read. */
	isUnfinished: boolean;
	/** When the reading began, by the service's clock where it shows it. */
	nowMs: number;
}

export interface Asked {
	form: PollingForm;
	/** Requests that are wanted once more, by short id. */
	again: string[];
	/** How long a state may be read. */
	limitMs: number;
}

const HOUR_MS = 3_600_000;
/** The anchors of 100,000 requests take some 5 KB. */
const PAGES_PER_ANCHOR = 8;
/** At the first look there is nothing yet to compare a short answer with, so the list is read twice. */
const FIRST_ROUNDS = 2;
/** The service shows its time in whole seconds, and the next one may have begun already. */
const CLOCK_STEP_MS = 2_000;

export async function readState(
	context: IPollFunctions,
	state: WatchedState,
	past: WatchState,
	{ form, again, limitMs }: Asked,
): Promise<StateReading> {
	const startedMs = Date.now();
	let nowMs: number | undefined;
	let shownMs = startedMs;
	const isFirst = !past.known || past.firstLook !== undefined;
	const look = { ...(past.firstLook ?? firstLookFrom(startedMs)) };
	const onAnswer = (serviceNowMs?: number) => {
		shownMs = serviceNowMs ?? Date.now();
		nowMs ??= serviceNowMs ?? startedMs;
		look.sinceMs = past.firstLook?.sinceMs ?? nowMs;
	};

	const isNew = newnessBy(past.known);
	const listed = new Map<string, Listed>();
	/** Only those that are needed: all together would take too much memory. */
	const requests = new Map<string, ListedRequest>();
	let showsCustom = false;
	/** The same request may come several times. */
	const take = (found: RequestWithCallbacks, { id, momentMs }: Listed) => {
		showsCustom ||= found.request.custom !== undefined;
		// A service that does not know the filter answers with everything.
		if (found.request.status_overall?.toUpperCase() !== state) return;
		if (isFirst && !listed.has(id) && !wasThere(momentMs, look, shownMs)) {
			look.hasLeft = true;
			return;
		}
		listed.set(id, { id, momentMs });
		const isUnknown = isNew({ id, momentMs });
		const mayBeRepeated = !isUnknown && again.includes(shortId(id));
		if (isFirst || !(isUnknown || mayBeRepeated)) return;
		requests.set(id, { ...found, id, momentMs, state, ...(mayBeRepeated && { mayBeRepeated }) });
	};

	const list = await withKnownStates({ status_overall: state }, async (filters) => {
		const query = { version: form.apiVersion, filters, itemIndex: 0 };
		const { firstPage, readPage } = await pagesOfRequests(context, query, onAnswer);
		const read = async (pageNumber: number) => {
			const page = (await readPage({ pageNumber, pageSize: PAGE_SIZE })) ?? [];
			return page.map((found, index) => {
				// What cannot be read has its position in the list too.
				if (!found) return entryOf({ id: `unreadable ${index}` });
				const one = { id: found.request.id, momentMs: momentOf(found.request) };
				take(found, one);
				return entryOf(one);
			});
		};
		const source = { read, firstPage, pageSize: PAGE_SIZE, pagesPerAnchor: PAGES_PER_ANCHOR };
		// In a list of all states a request may get into another one without a move.
		const mustReadAll = isFirst || filters.status_overall === undefined;
		const conditions = {
			nowMs: startedMs,
			intervalMs: mustReadAll ? 0 : form.options.compareEveryHours * HOUR_MS,
			mustStop: () => Date.now() - startedMs > limitMs,
		};
		let index = await readList(source, past.list, conditions);
		while (isFirst && index.isComplete && look.round < FIRST_ROUNDS) {
			look.round++;
			index = await readList(source, index, conditions);
		}
		return index;
	});

	const needed = [...requests.values()];
	const repeats = needed.filter(({ mayBeRepeated }) => mayBeRepeated);
	return {
		state,
		listed: [...listed.values()],
		changes: [...findChanges(past.known, needed), ...repeats],
		showsCustom,
		readingMs: Math.max(0, Date.now() - startedMs),
		nowMs: nowMs ?? startedMs,
		isUnfinished: !isFirst && !list.isComplete,
		// Without an index the next poll reads all.
		list: isFirst && list.isComplete && look.hasLeft ? undefined : list,
		firstLook: isFirst && !list.isComplete ? look : undefined,
	};
}

export function firstLookFrom(sinceMs: number): FirstLook {
	return { sinceMs, round: 1, hasLeft: false };
}

/** One that is dated ahead was so from the start; in a later round it may have come since. */
function wasThere(
	momentMs: number | undefined,
	{ sinceMs, round }: FirstLook,
	shownMs: number,
): boolean {
	if (momentMs === undefined || momentMs <= sinceMs) return true;
	const isAhead = momentMs > shownMs + CLOCK_STEP_MS;
	return round === 1 && (isAhead || momentMs <= sinceMs + CLOCK_STEP_MS);
}
