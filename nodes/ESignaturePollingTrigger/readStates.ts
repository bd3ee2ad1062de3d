import { NodeApiError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';

import { withKnownStates } from '../shared/signatureRequest/listRequests';
import { takeFirstLook } from './firstLook';
import { budgetMs } from './handOver';
import type { ListedRequest } from './handOver';
import { newnessBy } from './known';
import type { Listed } from './known';
import { shortId } from './listIndex';
import { openList } from './openList';
import type { PollingForm, WatchedState } from './polling.fields';
import { readList } from './readList';
import type { Memory, WatchState } from './staticData';

export interface StateReading extends Pick<WatchState, 'list' | 'firstLook'> {
	state: WatchedState;
	/** What was read, as far as it counts. */
	listed: Listed[];
	/** Those among it that are new, or asked for. */
	requests: ListedRequest[];
	showsCustom: boolean;
	readingMs: number;
	/** Whether there is more to read. */
	isUnfinished: boolean;
	/** When the reading began, by the service's clock where it shows it. */
	nowMs: number;
}

const HOUR_MS = 3_600_000;

interface Asked {
	/** Requests that are wanted again, by short id. */
	again: string[];
	/** Whether they may stand anywhere. */
	mustSeeAll: boolean;
}

/**
 * Reads the chosen states, one after the other. A state that cannot be read does not stop the others; when none can
 * be read, the first failure is thrown.
 */
export async function readStates(
	context: IPollFunctions,
	form: PollingForm,
	past: Memory,
	asked: Asked,
): Promise<StateReading[]> {
	const startedMs = Date.now();
	const readings: StateReading[] = [];
	const failures: unknown[] = [];
	for (const state of form.states) {
		const isTimeOver = Date.now() - startedMs > readingBudgetMs(context);
		if (failures.length > 0 && (isTimeOver || concernsAll(failures.at(-1)))) break;
		await readState(context, { form, state, past: past.states[state], asked }).then(
			(reading) => readings.push(reading),
			(error) => failures.push(error),
		);
	}
	if (readings.length === 0) throw failures[0];
	if (failures.length > 0) {
		const unread = form.states.filter((state) => !readings.some((one) => one.state === state));
		warnOf(context, unread, failures[0]);
	}
	return readings;
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
		past = {},
		asked,
	}: { form: PollingForm; state: WatchedState; past?: WatchState; asked: Asked },
): Promise<StateReading> {
	const startedMs = Date.now();
	const isFirst = !past.known || past.firstLook !== undefined;
	const isNew = newnessBy(past.known);
	const again = new Set(asked.again);
	const isNeeded = (one: Listed) => isNew(one) || (again.size > 0 && again.has(shortId(one.id)));
	// Each state has its part of the time.
	const limitMs = readingBudgetMs(context) / form.states.length;
	const { found, outcome } = await withKnownStates({ status_overall: state }, async (filters) => {
		const opened = await openList(context, { form, state, filters }, isNeeded);
		const conditions = {
			nowMs: startedMs,
			intervalMs: form.options.compareEveryHours * HOUR_MS,
			mustStop: () => Date.now() - startedMs > limitMs,
			// In a list of all states a request may get into another one without a move.
			mustSeeAll: asked.mustSeeAll || filters.status_overall === undefined,
		};
		return {
			found: opened.found,
			outcome: isFirst
				? await takeFirstLook(opened, past, conditions)
				: {
						list: await readList(opened.list, past.list, conditions),
						noted: opened.found.shown,
					},
		};
	});

	const { noted, ...next } = outcome;
	const listed = [...new Map(noted.map((one) => [one.id, one])).values()];
	const requests = listed.flatMap((one) => {
		const request = isFirst ? undefined : found.requests.get(one.id);
		return request ? [{ ...one, ...request, state }] : [];
	});
	return {
		...next,
		state,
		listed,
		requests,
		showsCustom: found.showsCustom,
		readingMs: Math.max(0, Date.now() - startedMs),
		nowMs: found.openedMs,
		isUnfinished: !isFirst && !next.list.index?.isComplete,
	};
}

/** The first quarter of the time; the rest is for files. */
function readingBudgetMs(context: IPollFunctions): number {
	return budgetMs(context) / 4;
}
