import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { forgetCredentials, readCredentials } from '../shared/account/credentials';
import { isObject } from '../shared/network/json';
import { readTriggerParameters } from '../shared/operation/parameters';
import { firstLookFrom } from './firstLook';
import { handOver } from './handOver';
import { fromBeginning, keepBeginning } from './memory/beginnings';
import { forgetOldest } from './memory/forget';
import { accountMark, isOfWorkflow, keepPast, readPast } from './memory/places';
import type { Courses, Past } from './memory/places';
import { inTurn } from './memory/turn';
import { thisProcess, toRepeat } from './memory/unconfirmed';
import { warnOnce } from './memory/warnOnce';
import { byMoment, findChanges, moveOn } from './memory/watermark';
import type { WidePlace } from './memory/watermark';
import { pollingFields, PollingForm } from './polling.fields';
import type { WatchedState } from './polling.fields';
import type { Course } from './reading/course';
import { readStates } from './readStates';
import type { ListedRequest, StateList } from './readStates';
import { noCustomShown } from './requestFilter';
import { sample } from './sample';
import { shortId } from './shortId';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * How late the service may show a change. Expiry dates name a day, and how soon after it the service gets to
 * a request, nobody promises; elsewhere a time stamp may be as old as the work that ended with it.
 */
function windowOf(state: WatchedState): number {
	return state === 'EXPIRED' ? 7 * DAY_MS : 15 * MINUTE_MS;
}

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const form = readTriggerParameters(context, { schema: PollingForm, fields: pollingFields });
	if (context.getMode() === 'manual') return [[await sample(context, form)]];

	const data: unknown = context.getWorkflowStaticData('node');
	const work = async () => await watch(context, form, data);
	return await inTurn(context, isObject(data) ? data : {}, work);
}

async function watch(
	context: IPollFunctions,
	form: PollingForm,
	data: unknown,
): Promise<INodeExecutionData[][] | null> {
	forgetCredentials(context);
	const account = await readAccount(context);
	const mark = accountMark(account);
	const given = readPast(context, data, mark);
	const past = isOfWorkflow(data) ? given : fromBeginning(context, mark, given);
	const again = form.options.preferRepeats ? toRepeat(past.handedOver, thisProcess) : [];
	// Another process handed them over, so nobody has looked for them yet.
	const mustSeeAll = again.length > 0 && past.handedOver?.by !== thisProcess;
	const { lists, unread } = await readStates(context, form, past, { again, mustSeeAll });
	// Each state has a place of its own: a request may change between reading two lists.
	const found = lists.flatMap(({ state, requests }) => findChanges(past.places[state], requests));
	const changes = [...found, ...repeatsIn(lists, again, found)].sort(byMoment);

	if (form.filters.custom && changes.length > 0 && !lists.some((one) => one.showsCustom)) {
		warnOnce(context, noCustomShown);
	}
	const { items, delivered, handled } = await handOver(context, changes, { form, account });
	if (items.length > 0) await requireDatabase(context);

	const left = changes.filter((one) => !handled.has(one));
	const unconfirmed = delivered.filter(({ mayBeRepeated }) => !mayBeRepeated);
	const done = new Set([...handled].map(({ id }) => shortId(id)));
	const read = advance(past, lists, left);
	const waiting = stay(past, unread, { nowMs: lists[0]!.nowMs, mustSeeAll });
	const next = {
		places: forgetOldest({ ...read.places, ...waiting.places }),
		courses: { ...read.courses, ...waiting.courses },
	};
	if (!isOfWorkflow(data)) keepBeginning(context, mark, { given, next });
	// Last of all: had anything failed before, the next poll has to find the same place.
	keepPast(context, data, {
		account: mark,
		...next,
		handedOver: form.options.preferRepeats
			? {
					by: thisProcess,
					ids: unconfirmed.map(({ id }) => shortId(id)),
					again: again.filter((id) => !done.has(id)),
				}
			: undefined,
	});
	return items.length > 0 ? [items] : null;
}

/**
 * n8n stores the run after the poll, and does not tell when it could not: what was found would be lost. Whether its
 * database answers shows when the credential is read from it.
 */
async function requireDatabase(context: IPollFunctions): Promise<void> {
	forgetCredentials(context);
	await readCredentials(context);
}

/** Where the next poll goes on. */
function advance(past: Past, lists: StateList[], left: ListedRequest[]): Next {
	const next: Next = { places: {}, courses: {} };
	for (const { state, listed, course, ...reading } of lists) {
		const waiting = left.filter((one) => one.state === state);
		next.places[state] = moveOn(past.places[state], listed, {
			...reading,
			left: waiting,
			windowMs: windowOf(state),
		});
		next.courses[state] = waiting.length > 0 ? leadingBack(past.courses[state], waiting) : course;
	}
	return next;
}

interface Next {
	places: Record<string, WidePlace>;
	courses: Courses;
}

/** States that could not be read stay where they were. */
function stay(
	{ places, courses }: Past,
	unread: WatchedState[],
	{ nowMs, mustSeeAll }: { nowMs: number; mustSeeAll: boolean },
): Next {
	const next: Next = { places: {}, courses: {} };
	const begun = { comparedMs: nowMs, polledMs: nowMs };
	for (const state of unread) {
		const [place, course] = [places[state], courses[state]];
		if (!place) {
			// What changes from now on is new, although the first look is still to come.
			next.courses[state] = course ?? { ...begun, firstLook: firstLookFrom(nowMs) };
			continue;
		}
		const isUnfinished = !course?.chart && !course?.firstLook;
		const nothing = { left: [], readingMs: 0, isWhole: false, isUnfinished };
		next.places[state] = moveOn(place, [], { ...nothing, nowMs, windowMs: windowOf(state) });
		next.courses[state] = mustSeeAll
			? course && { ...course, chart: undefined, walk: undefined }
			: course;
	}
	return next;
}

/** What is left has to be read again: the list is to look as it did before this poll. */
function leadingBack(before: Course | undefined, left: ListedRequest[]): Course | undefined {
	const isKnown = left.some(({ mayBeRepeated }) => mayBeRepeated);
	return isKnown ? undefined : before;
}

function repeatsIn(lists: StateList[], again: string[], found: ListedRequest[]): ListedRequest[] {
	const wanted = new Set(again);
	for (const { id } of found) wanted.delete(shortId(id));
	return lists
		.flatMap(({ requests }) => requests)
		.filter(({ id }) => wanted.has(shortId(id)))
		.map((one) => ({ ...one, mayBeRepeated: true }));
}
