import { NodeApiError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';

import { pagesOfRequests, withKnownStates } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import { PAGE_SIZE } from '../shared/signatureRequest/pages';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
import { budgetMs } from './items';
import type { Change } from './items';
import { shortId } from './listIndex';
import type { ListEntry } from './listIndex';
import type { PollingForm } from './polling.fields';
import { readList } from './readList';
import { firstState, isNew } from './watchState';
import type { Listed, Reading, WatchState } from './watchState';

export interface StateReading extends Reading {
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
	// The first quarter of the time, in equal parts; the rest is for files.
	const readingBudgetMs = budgetMs(context) / 4;
	const endMs = Date.now() + readingBudgetMs;
	const asked = { form, again, limitMs: readingBudgetMs / form.states.length };
	const readings: StateReading[] = [];
	const failures: Error[] = [];
	for (const state of form.states) {
		const failure = failures.at(-1);
		if (failure && (Date.now() > endMs || concernsAll(failure))) break;
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
	const nothing = { listed: [], changes: [], showsCustom: false };
	for (const state of unread) {
		// What changes from now on is new, although the first look is still to come.
		const before = past[state] ?? firstState(state, first.startMs);
		readings.push({ ...first, ...nothing, state, before, list: before.list });
	}
	return readings;
}

/** The same for every state, however often it is asked: the login, the number of calls, or n8n itself. */
function concernsAll(failure: Error): boolean {
	return !(failure instanceof NodeApiError) || ['401', '429'].includes(failure.httpCode ?? '');
}

async function readState(
	context: IPollFunctions,
	state: string,
	past: WatchState | undefined,
	{ form, again, limitMs }: { form: PollingForm; again: Set<string>; limitMs: number },
): Promise<StateReading> {
	const startedMs = Date.now();
	/** When each call was answered, by the service's clock. */
	const answeredMs: number[] = [];
	/** By id: the same request may come several times. Only changes as a whole: all would take too much memory. */
	const listed = new Map<string, Listed | Change>();
	let showsCustom = false;
	const take = (found: RequestWithCallbacks): ListEntry => {
		const { id, custom, status_overall: status } = found.request;
		const entry = { id, momentMs: momentOf(found.request) };
		showsCustom ||= custom !== undefined;
		// A service that does not know the filter by state answers with everything.
		if (status?.toUpperCase() !== state) return entry;
		// Without a time stamp, only what is remembered shows whether it is new.
		const one = { id, momentMs: entry.momentMs ?? past?.sinceMs ?? answeredMs[0]! };
		const mayBeRepeated = again.has(shortId(id)) || undefined;
		const isChange = mayBeRepeated ?? (past && isNew(past, one));
		listed.set(id, isChange ? { ...found, ...one, mayBeRepeated } : one);
		return entry;
	};

	const list = await withKnownStates({ status_overall: state }, async (filters) => {
		const query = { version: form.apiVersion, filters, itemIndex: 0 };
		const onAnswer = (ms: number) => answeredMs.push(ms);
		const { firstPage, readPage } = await pagesOfRequests(context, query, onAnswer);
		const read = async (pageNumber: number) => {
			const page = (await readPage({ pageNumber, pageSize: PAGE_SIZE })) ?? [];
			// What cannot be read has its position in the list too.
			return page.map((found, at) => (found ? take(found) : { id: `unreadable ${at}` }));
		};
		const mustStop = () => Date.now() - startedMs > limitMs;
		const shape = { firstPage, pageSize: PAGE_SIZE, pagesPerAnchor: PAGES_PER_ANCHOR };
		// In a list of all states a request may get into another one without a move.
		const mustReadAll = filters.status_overall === undefined;
		const intervalMs = mustReadAll ? 0 : form.options.compareEveryHours * HOUR_MS;
		return await readList({ ...shape, read, mustStop, nowMs: startedMs, intervalMs }, past?.list);
	});
	const [startMs, endMs] = [answeredMs[0]!, answeredMs.at(-1)!];
	const before = past ?? firstState(state, startMs);
	const all = [...listed.values()];
	const changes = all.filter((one) => 'request' in one);
	return { state, before, startMs, endMs, listed: all, changes, list, showsCustom };
}
