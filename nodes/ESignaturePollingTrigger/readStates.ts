import { NodeApiError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';

import { pagesOfRequests, withKnownStates } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import { PAGE_SIZE } from '../shared/signatureRequest/pages';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
import { budgetMs, isIn } from './items';
import type { Change } from './items';
import { findChanges, newnessBy } from './known';
import type { Listed } from './known';
import { entryOf, shortId } from './listIndex';
import type { FirstLook, WatchState } from './place';
import type { PollingForm, WatchedState } from './polling.fields';
import { readList } from './readList';

/** What a poll has read of one state. */
export interface StateReading extends Omit<WatchState, 'known'> {
	state: WatchedState;
	/** What was read, as far as it counts. */
	listed: Listed[];
	/** Those among it that are new, or wanted once more. */
	changes: Change[];
	showsCustom: boolean;
	/** Whether there is more to read. */
	isUnfinished: boolean;
	/** When the reading began, by the service's clock where it shows it. */
	nowMs: number;
}

interface Asked {
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

/**
 * Reads the chosen states, one after the other. A state that cannot be read does not stop the others; when none can
 * be read, the first failure is thrown.
 */
export async function readStates(
	context: IPollFunctions,
	form: PollingForm,
	past: Record<string, WatchState>,
	again: string[],
): Promise<StateReading[]> {
	const startedMs = Date.now();
	// The first quarter of the time, in equal parts; the rest is for files.
	const readingBudgetMs = budgetMs(context) / 4;
	const asked = { form, again, limitMs: readingBudgetMs / form.states.length };
	const readings: StateReading[] = [];
	const failures: Error[] = [];
	for (const state of form.states) {
		const isTimeOver = Date.now() - startedMs > readingBudgetMs;
		if (failures.length > 0 && (isTimeOver || concernsAll(failures.at(-1)!))) break;
		await readState(context, state, past[state] ?? {}, asked).then(
			(reading) => readings.push(reading),
			(error: Error) => failures.push(error),
		);
	}
	const [first] = readings;
	if (!first) throw failures[0]!;
	const unread = form.states.filter((state) => readings.every((one) => one.state !== state));
	if (unread.length > 0) {
		context.logger.warn(
			`${context.getNode().name}: requests in the state ${unread.join(', ')} could not be read (${failures[0]!.message}). The other states were read. The next poll continues where these stopped.`,
		);
	}
	return [...readings, ...unread.map((state) => noReading(state, past[state], first.nowMs))];
}

/** The same for every state, however often it is asked: the login, the number of calls, or n8n itself. */
function concernsAll(failure: Error): boolean {
	return !(failure instanceof NodeApiError) || ['401', '429'].includes(failure.httpCode ?? '');
}

function noReading(
	state: WatchedState,
	{ known, list, firstLook }: WatchState = {},
	nowMs: number,
): StateReading {
	return {
		...{ state, list, nowMs, listed: [], changes: [], showsCustom: false },
		// What changes from now on is new, although the first look is still to come.
		firstLook: known ? firstLook : (firstLook ?? firstLookFrom(nowMs)),
		isUnfinished: !list?.isComplete && !firstLook,
	};
}

async function readState(
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
	const needed = new Map<string, Change>();
	let showsCustom = false;
	/** The same request may come several times. */
	const take = (found: RequestWithCallbacks, one: Listed) => {
		showsCustom ||= found.request.custom !== undefined;
		if (!isIn(state, found)) return;
		if (isFirst && !listed.has(one.id) && !wasThere(one.momentMs, look, shownMs)) {
			look.hasLeft = true;
			return;
		}
		listed.set(one.id, one);
		const mayBeRepeated = !isNew(one) && again.includes(shortId(one.id));
		if (isFirst || !(mayBeRepeated || isNew(one))) return;
		needed.set(one.id, { ...found, ...one, state, ...(mayBeRepeated && { mayBeRepeated }) });
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

	const repeats = [...needed.values()].filter(({ mayBeRepeated }) => mayBeRepeated);
	return {
		state,
		listed: [...listed.values()],
		changes: [...findChanges(past.known, [...needed.values()]), ...repeats],
		showsCustom,
		nowMs: nowMs ?? startedMs,
		isUnfinished: !isFirst && !list.isComplete,
		// Without an index the next poll reads all.
		list: isFirst && list.isComplete && look.hasLeft ? undefined : list,
		firstLook: isFirst && !list.isComplete ? look : undefined,
	};
}

function firstLookFrom(sinceMs: number): FirstLook {
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
