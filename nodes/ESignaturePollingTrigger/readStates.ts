import { NodeApiError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';

import { pagesOfRequests, withKnownStates } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import { PAGE_SIZE } from '../shared/signatureRequest/pages';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
import { budgetMs, isIn } from './items';
import type { Change } from './items';
import { entryOf, shortId } from './listIndex';
import type { PollingForm, WatchedState } from './polling.fields';
import { readList } from './readList';
import { cameMeanwhile, firstState, isNew } from './watchState';
import type { Listed, Reading, WatchState } from './watchState';

export interface StateReading extends Reading {
	state: WatchedState;
	/** What is new, or wanted once more. */
	changes: Change[];
	showsCustom: boolean;
}

const HOUR_MS = 3_600_000;
/** The anchors of 100,000 requests take some 5 KB. */
const PAGES_PER_ANCHOR = 8;

/**
 * Reads the chosen states, one after the other. A state that cannot be read does not stop the others; when none can
 * be read, the first failure is thrown.
 */
export async function readStates(
	context: IPollFunctions,
	form: PollingForm,
	past: Record<string, WatchState>,
	/** Short ids of requests that are wanted once more. */
	again: Set<string>,
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
		await readState(context, state, past[state], asked).then(
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
	const nothing = { nowMs: first.nowMs, listed: [], changes: [], showsCustom: false };
	for (const state of unread) {
		// What changes from now on is new, although the first look is still to come.
		const before = past[state] ?? firstState(state, first.nowMs);
		readings.push({ ...nothing, state, before, list: before.list });
	}
	return readings;
}

/** The same for every state, however often it is asked: the login, the number of calls, or n8n itself. */
function concernsAll(failure: Error): boolean {
	return !(failure instanceof NodeApiError) || ['401', '429'].includes(failure.httpCode ?? '');
}

async function readState(
	context: IPollFunctions,
	state: WatchedState,
	past: WatchState | undefined,
	{ form, again, limitMs }: { form: PollingForm; again: Set<string>; limitMs: number },
): Promise<StateReading> {
	const startedMs = Date.now();
	let nowMs: number | undefined;
	let shownMs = startedMs;
	let before = past ?? firstState(state, startedMs);
	const onAnswer = (serviceNowMs?: number) => {
		shownMs = serviceNowMs ?? Date.now();
		if (nowMs !== undefined) return;
		nowMs = serviceNowMs ?? startedMs;
		before = past ?? firstState(state, nowMs);
	};

	const listed = new Map<string, Listed>();
	/** Only those that are needed: all together would take too much memory. */
	const changes = new Map<string, Change>();
	let showsCustom = false;
	/** The same request may come several times. */
	const take = (found: RequestWithCallbacks) => {
		showsCustom ||= found.request.custom !== undefined;
		// Without a time stamp, only what is remembered shows whether it is new.
		const { id } = found.request;
		const one = { id, momentMs: momentOf(found.request) ?? before.sinceMs };
		if (!isIn(state, found) || cameMeanwhile(before, one.momentMs, shownMs)) return;
		listed.set(id, one);
		const mayBeRepeated = again.has(shortId(id)) || undefined;
		if (mayBeRepeated || isNew(before, one)) {
			changes.set(id, { ...found, ...one, mayBeRepeated });
		}
	};

	const list = await withKnownStates({ status_overall: state }, async (filters) => {
		const query = { version: form.apiVersion, filters, itemIndex: 0 };
		const { firstPage, readPage } = await pagesOfRequests(context, query, onAnswer);
		const read = async (pageNumber: number) => {
			const page = (await readPage({ pageNumber, pageSize: PAGE_SIZE })) ?? [];
			return page.map((found, index) => {
				// What cannot be read has its position in the list too.
				if (!found) return entryOf({ id: `unreadable ${index}` });
				take(found);
				return entryOf({ id: found.request.id, momentMs: momentOf(found.request) });
			});
		};
		const mustStop = () => Date.now() - startedMs > limitMs;
		const shape = { firstPage, pageSize: PAGE_SIZE, pagesPerAnchor: PAGES_PER_ANCHOR };
		// In a list of all states a request may get into another one without a move.
		const mustReadAll = filters.status_overall === undefined;
		const intervalMs = mustReadAll ? 0 : form.options.compareEveryHours * HOUR_MS;
		const times = { nowMs: startedMs, intervalMs };
		return await readList({ ...shape, read, mustStop }, before.list, times);
	});
	return {
		...{ state, before, list, showsCustom, nowMs: nowMs ?? startedMs },
		listed: [...listed.values()],
		changes: [...changes.values()],
	};
}
