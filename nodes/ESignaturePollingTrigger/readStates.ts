import { NodeApiError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';

import { withKnownStates } from '../shared/signatureRequest/listRequests';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
import { takeFirstLook } from './firstLook';
import type { Past } from './memory/places';
import { newnessBy } from './memory/watermark';
import type { Listed } from './memory/watermark';
import { openList } from './openList';
import { budgetMs } from './pollBudget';
import type { PollingForm, WatchedState } from './polling.fields';
import { readList } from './reading/readList';
import type { Conditions, Reading } from './reading/readList';
import { shortId } from './shortId';

export interface ListedRequest extends Listed, RequestWithCallbacks {
	state: WatchedState;
	/** Whether it was handed over before, by a process that may not have stored the run. */
	mayBeRepeated?: boolean;
}

export interface StateList extends Reading {
	state: WatchedState;
	/** What was read, as far as it counts. */
	listed: Listed[];
	/** Those among it that are new, or asked for. */
	requests: ListedRequest[];
	/** Whether any request of the list shows a correlation text. */
	showsCustom: boolean;
	readingMs: number;
	/** Whether there is more to read, which nobody knows yet. */
	isUnfinished: boolean;
	/** When the reading began, by the service's clock where it tells it. */
	nowMs: number;
}

/** Of all states together, some 4 KB. */
const MOST_MARKS = 256;

const HOUR_MS = 3_600_000;

interface Asked {
	/** Requests that are wanted once more, by short id. */
	again: string[];
	/** Whether they may stand anywhere. */
	mustSeeAll: boolean;
}

/**
 * What has to be read of the chosen states, one after the other. A state that cannot be read does not stop the
 * others; when none can be read, the first failure is thrown.
 */
export async function readStates(
	context: IPollFunctions,
	form: PollingForm,
	past: Past,
	asked: Asked,
): Promise<{ lists: StateList[]; unread: WatchedState[] }> {
	const startedMs = Date.now();
	const lists: StateList[] = [];
	const unread: WatchedState[] = [];
	const failures: unknown[] = [];
	for (const state of form.states) {
		const isTimeOver = Date.now() - startedMs > readingBudgetMs(context);
		const isInVain = failures.length > 0 && (isTimeOver || concernsAll(failures.at(-1)));
		const read = async () => await readState(context, { form, state, past, asked });
		const list = isInVain ? undefined : await read().catch((error) => void failures.push(error));
		if (list) lists.push(list);
		else unread.push(state);
	}
	const [failure] = failures;
	if (lists.length === 0) throw failure;
	if (failure) warnOf(context, unread, failure);
	return { lists, unread };
}

/** The same for every state, however often it is asked: the login, the number of calls, or n8n itself. */
function concernsAll(failure: unknown): boolean {
	if (!(failure instanceof NodeApiError)) return true;
	return ['401', '429'].includes(failure.httpCode ?? '');
}

function warnOf(context: IPollFunctions, unread: WatchedState[], failure: unknown): void {
	const reason = failure instanceof Error ? failure.message : 'unknown reason';
	context.logger.warn(
		`${context.getNode().name}: requests in the state ${unread.join(', ')} could not be read (${reason}). The other states were read. The next poll continues where these stopped.`,
	);
}

async function readState(
	context: IPollFunctions,
	{
		form,
		state,
		past: { places, courses },
		asked: { again, mustSeeAll },
	}: { form: PollingForm; state: WatchedState; past: Past; asked: Asked },
): Promise<StateList> {
	const startedMs = Date.now();
	const isNew = newnessBy(places[state]);
	const wanted = new Set(again);
	const isNeeded = (one: Listed) => isNew(one) || (wanted.size > 0 && wanted.has(shortId(one.id)));
	const course = courses[state];
	const isFirst = !places[state] || course?.firstLook !== undefined;
	const { list, reading } = await withKnownStates({ status_overall: state }, async (filters) => {
		const opened = await openList(context, { ...form, state, filters }, isNeeded);
		const conditions = {
			...conditionsOf(context, form, startedMs),
			// In a list of all states a request may get into another one without a move, which shows nowhere else.
			mustSeeAll: mustSeeAll || filters.status_overall === undefined,
		};
		const outcome = isFirst
			? await takeFirstLook(opened, course, conditions)
			: { ...(await readList(opened, course, conditions)), noted: opened.shown };
		return { list: opened, reading: outcome };
	});

	const listed = [...new Map(reading.noted.map((one) => [one.id, one])).values()];
	const requests = listed.flatMap((one) => {
		const request = isFirst ? undefined : list.requests.get(one.id);
		return request ? [{ ...one, ...request, state }] : [];
	});
	return {
		...reading,
		state,
		listed,
		requests,
		showsCustom: list.showsCustom(),
		readingMs: Math.max(0, Date.now() - startedMs),
		nowMs: list.openedMs(),
		isUnfinished: !isFirst && reading.course.chart === undefined,
	};
}

/** The first quarter of the time; the rest is for files. */
function readingBudgetMs(context: IPollFunctions): number {
	return budgetMs(context) / 4;
}

/** Each state has its part of it. */
function conditionsOf(
	context: IPollFunctions,
	{ states, options }: PollingForm,
	nowMs: number,
): Conditions {
	const limitMs = readingBudgetMs(context) / states.length;
	return {
		nowMs,
		intervalMs: options.compareEveryHours * HOUR_MS,
		mostMarks: Math.floor(MOST_MARKS / states.length),
		mustStop: () => Date.now() - nowMs > limitMs,
	};
}
