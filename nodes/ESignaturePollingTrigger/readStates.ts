import { NodeApiError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { pagesOfRequests, withKnownStates } from '../shared/requests/listRequests';
import type { ApiVersion } from '../shared/client/call';
import { stateChangedAt } from '../shared/requests/requestEvent';
import type { RequestEvent } from '../shared/requests/requestEvent';
import { PAGE_SIZE } from '../shared/requests/pages';
import type { RequestWithCallbacks } from '../shared/requests/signatureRequest.schema';
import { shortId, ListIndex, readList } from './readList';
import type { ListEntry } from './readList';
import { compareField, DELETED_SOON } from './polling.fields';
import type { PollingForm } from './polling.fields';

/** A request in the list of one state, and when it got there. */
export interface Listed {
	id: string;
	stateChangedAtMs: number;
}

/** Memory of one state, from poll to poll. */
export const WatchState = z.object({
	/** When it was first watched, by the service's clock. */
	sinceMs: z.number(),
	/** Until its list was read whole for the first time, which may take several polls. */
	isFirstLook: z.boolean(),
	/** The latest requests that were handled, times by short id: they alone decide what is new. */
	seen: z.record(z.number()),
	/** How far back these reach: a later request that is not among them is new. */
	seenSinceMs: z.number(),
	/** Without it, a poll reads all of the list. */
	list: ListIndex.optional(),
});
export type WatchState = z.output<typeof WatchState>;

/** What a poll has read of one state. */
export interface Reading {
	state: string;
	before: WatchState;
	/** When it began and ended, by the service's clock: a change since it began may be missing. */
	startMs: number;
	endMs: number;
	listed: Listed[];
	list?: ListIndex;
}

/** Of all states together, in equal parts; some 50 KB. */
export const MOST_REMEMBERED = 2_000;
/** How late the service may show a change: a time stamp may be as old as the work that ended with it. */
export const LATE_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An expiry date names a day, and how soon after it the service gets to a request is not documented. */
const LATE_EXPIRED_MS = 7 * DAY_MS;
/** When a request is deleted soon, nothing moves in the list. So all of it is read, in time for one day before. */
const MOST_HOURS_UNREAD = 12;
/** The service shows its time in whole seconds, and the next one may have begun already. */
const CLOCK_STEP_MS = 2_000;

function lateMsOf(state: string): number {
	return ['EXPIRED', DELETED_SOON].includes(state) ? LATE_EXPIRED_MS : LATE_MS;
}

export function firstState(state: string, nowMs: number): WatchState {
	// Requests from before the first poll are deleted too.
	if (state === DELETED_SOON) {
		return { sinceMs: nowMs, isFirstLook: false, seen: {}, seenSinceMs: 0 };
	}
	return { sinceMs: nowMs, isFirstLook: true, seen: {}, seenSinceMs: nowMs - lateMsOf(state) };
}

export function isNew(state: WatchState, { id, stateChangedAtMs }: Listed): boolean {
	const { isFirstLook, seen, seenSinceMs } = state;
	return !isFirstLook && stateChangedAtMs > seenSinceMs && seen[shortId(id)] === undefined;
}

/**
 * Memory of a state after a poll; `left` are the changes for the next one. What is missing in a list stays remembered: ended
 * requests leave their list only when they are deleted, so it was not read, or another answer will show it again.
 */
export function nextState(
	{ state, before, startMs, endMs, listed, list }: Reading,
	{ left, most }: { left: Set<Listed>; most: number },
): WatchState {
	const { sinceMs, isFirstLook, seenSinceMs } = before;
	// The first look leaves what came during it to the next poll. What is dated ahead of the clock was there before.
	const isLater = ({ stateChangedAtMs }: Listed) =>
		isFirstLook &&
		stateChangedAtMs > sinceMs + CLOCK_STEP_MS &&
		stateChangedAtMs <= endMs + CLOCK_STEP_MS;
	const seen = { ...before.seen };
	for (const one of listed) {
		if (!left.has(one) && !isLater(one)) seen[shortId(one.id)] = one.stateChangedAtMs;
	}

	const isWhole = list?.isComplete ?? false;
	// To forget what is later would hide changes that are shown late, are left, or are not read yet.
	const leftMs = listed.flatMap((one) => (left.has(one) ? one.stateChangedAtMs - 1 : []));
	const sureMs = Math.min(startMs - lateMsOf(state), ...leftMs, isWhole ? Infinity : seenSinceMs);
	const newestFirst = Object.entries(seen).sort(([, a], [, b]) => b - a);
	const remembered = newestFirst.filter(([, changedMs], rank) => rank < most || changedMs > sureMs);
	const [, forgottenMs] = newestFirst[remembered.length] ?? ['', seenSinceMs];
	// The first look has nothing to compare a short answer with, so the next poll reads all of the list once more.
	const nextList = isFirstLook && isWhole ? undefined : list;
	return {
		sinceMs,
		isFirstLook: isFirstLook && !isWhole,
		seen: Object.fromEntries(remembered),
		seenSinceMs: Math.max(seenSinceMs, forgottenMs),
		// What is left has to be read again: the list is to look as it did before this poll.
		list: leftMs.length > 0 ? before.list : nextList,
	};
}

/** The oldest first. */
export function byStateChange(a: Listed, b: Listed): number {
	return a.stateChangedAtMs - b.stateChangedAtMs || (a.id < b.id ? -1 : 1);
}

/** A request that got to a ticked state. */
export interface Change extends Listed, RequestWithCallbacks {
	/** In which the list shows it. */
	version: ApiVersion;
	/** By default what its state stands for. */
	event?: RequestEvent;
	/** Whether an earlier process has emitted it, maybe without storing the run. */
	mayBeRepeated?: boolean;
	/** It ended before the first look, so only a waiting execution needs it. */
	isOld?: boolean;
}

/** Older versions of n8n do not say how long a poll may take. */
const USUAL_BUDGET_MS = 5 * 60_000;

/** n8n gives up a poll that takes longer, with all it has found. */
export function budgetMs(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : USUAL_BUDGET_MS;
}

export interface StateReading extends Reading {
	/** New changes, and those that may have been lost. */
	changes: Change[];
	showsCustom: boolean;
}

/** The anchors of 100,000 requests take some 5 KB. */
const PAGES_PER_ANCHOR = 8;

interface StateOptions {
	/** Short ids of requests whose changes may have been lost. */
	repeatIds: Set<string>;
	/** Whether an execution waits for it, so that its end counts although it is not new. */
	isAwaited?: (found: RequestWithCallbacks) => boolean;
}

/**
 * Reads the chosen states, one after the other. A state that cannot be read does not stop the others; when none can
 * be read, the first failure is thrown.
 */
export async function readStates(
	context: IPollFunctions,
	form: PollingForm,
	past: Record<string, WatchState>,
	{ repeatIds, isAwaited = () => false }: StateOptions,
): Promise<StateReading[]> {
	// The first quarter of the time, in equal parts; the rest is for files.
	const readingBudgetMs = budgetMs(context) / 4;
	const endMs = Date.now() + readingBudgetMs;
	const limitMs = readingBudgetMs / form.states.length;
	const asked = { form, repeatIds, isAwaited, limitMs };
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
			`${context.getNode().name}: requests in the state ${unread.join(', ')} couldn't be read (${failures[0]!.message}). The next poll reads them again.`,
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
	{
		form,
		repeatIds,
		isAwaited,
		limitMs,
	}: Required<StateOptions> & { form: PollingForm; limitMs: number },
): Promise<StateReading> {
	const startedMs = Date.now();
	const isDeletion = state === DELETED_SOON;
	// Only v3 shows when a request is deleted (interface.md 2.1).
	const version = isDeletion ? 'v3' : form.apiVersion;
	const known = past ?? (isDeletion ? firstState(state, startedMs) : undefined);
	/** When each call was answered, by the service's clock. */
	const answeredMs: number[] = [];
	/** By id: the same request may come several times. Only changes as a whole: all would take too much memory. */
	const listed = new Map<string, Listed | Change>();
	let showsCustom = false;
	const addRequest = (found: RequestWithCallbacks): ListEntry => {
		const { id, custom, status_overall: status } = found.request;
		const entry = { id, stateChangedAtMs: stateChangedAt(found.request) };
		showsCustom ||= custom !== undefined;
		const soonMs = soonMsOf(found.request, form);
		// A service that does not know the filter by state answers with everything.
		const isHere = isDeletion ? soonMs <= answeredMs.at(-1)! : status?.toUpperCase() === state;
		if (!isHere) return entry;
		// Without a time stamp, only what is remembered shows whether it is new.
		const changedMs = entry.stateChangedAtMs ?? past?.sinceMs ?? answeredMs[0]!;
		const one = { id, stateChangedAtMs: isDeletion ? soonMs : changedMs };
		const mayBeRepeated = repeatIds.has(shortId(id)) || undefined;
		const isChange = mayBeRepeated ?? (known && isNew(known, one));
		const isOld = !isChange && (known?.isFirstLook ?? true) && isAwaited(found);
		const event = isDeletion ? 'deletedSoon' : undefined;
		const isKept = isChange || isOld;
		listed.set(id, isKept ? { ...found, ...one, version, event, mayBeRepeated, isOld } : one);
		return entry;
	};

	const filter = isDeletion ? {} : { status_overall: state };
	const list = await withKnownStates(filter, async (filters) => {
		const query = { version, filters, itemIndex: 0 };
		const onAnswer = (ms: number) => answeredMs.push(ms);
		const { firstPage, readPage } = await pagesOfRequests(context, query, onAnswer);
		const read = async (pageNumber: number) => {
			const page = (await readPage({ pageNumber, pageSize: PAGE_SIZE })) ?? [];
			// What cannot be read has its position in the list too.
			return page.map((found, at) => (found ? addRequest(found) : { id: `unreadable ${at}` }));
		};
		const mustStop = () => Date.now() - startedMs > limitMs;
		const shape = { firstPage, pageSize: PAGE_SIZE, pagesPerAnchor: PAGES_PER_ANCHOR };
		// In a list of all states a request may get into another one without a move.
		const mustReadAll = !isDeletion && filters.status_overall === undefined;
		const { compareEveryHours: hours = compareField.default } = form.options;
		const mostHours = isDeletion ? Math.min(hours, MOST_HOURS_UNREAD) : hours;
		const intervalMs = mustReadAll ? 0 : mostHours * HOUR_MS;
		return await readList({ ...shape, read, mustStop, nowMs: startedMs, intervalMs }, past?.list);
	});
	const [startMs, endMs] = [answeredMs[0]!, answeredMs.at(-1)!];
	const before = known ?? firstState(state, startMs);
	const all = [...listed.values()];
	const changes = all.filter((one) => 'request' in one);
	return { state, before, startMs, endMs, listed: all, changes, list, showsCustom };
}

/** From when on a request is deleted soon. NaN if it stays, which is not before any time. */
function soonMsOf(
	{ auto_delete_at: deletedAt }: RequestWithCallbacks['request'],
	{ daysBeforeDeletion: days = 0 }: PollingForm,
): number {
	return Date.parse(String(deletedAt ?? '')) - days * DAY_MS;
}
