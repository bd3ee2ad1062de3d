import type { IPollFunctions } from 'n8n-workflow';

import type { SignatureRequest } from '../shared/signatureRequest/signatureRequest.schema';
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

export interface ListedRequest extends Listed {
	state: WatchedState;
	request: SignatureRequest;
	/** Whether it was handed over before, by a process that may not have stored the run. */
	mayBeRepeated?: boolean;
}

export interface StateList extends Reading {
	state: WatchedState;
	/** What was read, as far as it counts. */
	listed: Listed[];
	/** Those among it that are new, or asked for. */
	requests: ListedRequest[];
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

/** What has to be read of the chosen states, one after the other. */
export async function readStates(
	context: IPollFunctions,
	form: PollingForm,
	past: Past,
	asked: Asked,
): Promise<StateList[]> {
	const lists: StateList[] = [];
	for (const state of form.states) {
		lists.push(await readState(context, { form, state, past, asked }));
	}
	return lists;
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
	const list = await openList(context, { ...form, state }, isNeeded);
	const conditions = { ...conditionsOf(context, form, startedMs), mustSeeAll };
	const course = courses[state];
	const isFirst = !places[state] || course?.firstLook !== undefined;
	const reading = isFirst
		? await takeFirstLook(list, course, conditions)
		: { ...(await readList(list, course, conditions)), noted: list.shown };

	const listed = [...new Map(reading.noted.map((one) => [one.id, one])).values()];
	const requests = listed.flatMap((one) => {
		const request = isFirst ? undefined : list.requests.get(one.id);
		return request ? [{ ...one, state, request }] : [];
	});
	return {
		...reading,
		state,
		listed,
		requests,
		readingMs: Math.max(0, Date.now() - startedMs),
		nowMs: list.openedMs(),
		isUnfinished: !isFirst && reading.course.chart === undefined,
	};
}

/** Each state has its part of the first quarter of the time; the rest is for files. */
function conditionsOf(
	context: IPollFunctions,
	{ states, options }: PollingForm,
	nowMs: number,
): Conditions {
	const limitMs = budgetMs(context) / 4 / states.length;
	return {
		nowMs,
		intervalMs: options.compareEveryHours * HOUR_MS,
		mostMarks: Math.floor(MOST_MARKS / states.length),
		mustStop: () => Date.now() - nowMs > limitMs,
	};
}
