import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { forgetCredentials, readCredentials } from '../shared/account/credentials';
import { isObject } from '../shared/network/json';
import { readTriggerParameters } from '../shared/operation/parameters';
import { firstLookFrom } from './firstLook';
import { handOver } from './handOver';
import type { ListedRequest } from './handOver';
import { byMoment, findChanges, forgetOldest, mapStates, moveOn } from './known';
import type { WideKnown } from './known';
import { shortId } from './listIndex';
import { PollingForm, pollingFields } from './polling.fields';
import type { WatchedState } from './polling.fields';
import { oneAtATime, thisProcess, warnOnce } from './processMemory';
import { readStates } from './readStates';
import type { StateReading } from './readStates';
import { noCustomShown } from './requestFilter';
import { sample } from './sample';
import { openMemory, toRepeat } from './staticData';
import type { WatchState } from './staticData';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const form = readTriggerParameters(context, { schema: PollingForm, fields: pollingFields });
	if (context.getMode() === 'manual') return [[await sample(context, form)]];

	const data: unknown = context.getWorkflowStaticData('node');
	const work = async () => await watch(context, form, data);
	return await oneAtATime(context, isObject(data) ? data : {}, work);
}

async function watch(
	context: IPollFunctions,
	form: PollingForm,
	data: unknown,
): Promise<INodeExecutionData[][] | null> {
	forgetCredentials(context);
	const account = await readAccount(context);
	const { past, keep } = openMemory(context, data, account);
	const again = form.options.preferRepeats ? toRepeat(past.emitted, thisProcess) : [];
	// Another process emitted them, so no poll has looked for them yet.
	const mustSeeAll = again.length > 0 && past.emitted?.by !== thisProcess;
	const readings = await readStates(context, form, past, { again, mustSeeAll });
	// Each state knows its own requests: one may change between reading two lists.
	const found = readings.flatMap((one) => findChanges(past.states[one.state]?.known, one.requests));
	const changes = [...found, ...repeatsIn(readings, again, found)].sort(byMoment);

	if (form.filters.custom && changes.length > 0 && !readings.some((one) => one.showsCustom)) {
		warnOnce(context, noCustomShown);
	}
	const { items, emitted, handled } = await handOver(context, changes, { form, account });
	if (items.length > 0) await requireDatabase(context);

	const left = changes.filter((one) => !handled.has(one));
	const done = new Set([...handled].map(({ id }) => shortId(id)));
	const ids = emitted.filter((one) => !one.mayBeRepeated).map(({ id }) => shortId(id));
	const next: Record<string, WideState> = {};
	for (const state of form.states) {
		const reading = readings.find((one) => one.state === state);
		const outcome = { state, reading, left, nowMs: readings[0]!.nowMs, mustSeeAll };
		next[state] = nextState(past.states[state], outcome);
	}
	const known = forgetOldest(mapStates(next, (one) => one.known));
	// Last of all: had anything failed before, the next poll has to find the same memory.
	keep({
		states: mapStates(next, (one, state) => ({ ...one, known: known[state] })),
		emitted: form.options.preferRepeats
			? { by: thisProcess, ids, again: again.filter((id) => !done.has(id)) }
			: undefined,
	});
	return items.length > 0 ? [items] : null;
}

/**
 * n8n stores the run after the poll, and does not report when it could not: what was found would be lost. Whether its
 * database answers shows when the credential is read from it.
 */
async function requireDatabase(context: IPollFunctions): Promise<void> {
	forgetCredentials(context);
	await readCredentials(context);
}

function repeatsIn(
	readings: StateReading[],
	again: string[],
	found: ListedRequest[],
): ListedRequest[] {
	const wanted = new Set(again);
	for (const { id } of found) wanted.delete(shortId(id));
	return readings
		.flatMap(({ requests }) => requests)
		.filter(({ id }) => wanted.has(shortId(id)))
		.map((one) => ({ ...one, mayBeRepeated: true }));
}

type WideState = WatchState & { known?: WideKnown };

interface PollOutcome {
	state: WatchedState;
	/** Absent if the state could not be read. */
	reading?: StateReading;
	/** Of all states. */
	left: ListedRequest[];
	nowMs: number;
	mustSeeAll: boolean;
}

/** Where the next poll goes on with a state. */
function nextState(past: WatchState = {}, outcome: PollOutcome): WideState {
	const { state, reading, nowMs, mustSeeAll } = outcome;
	const { known, list, firstLook } = past;
	/**
	 * How late the service may show a change. An expiry date names a day, and how soon after it the service gets to
	 * a request is not documented; elsewhere a time stamp may be as old as the work that ended with it.
	 */
	const windowMs = state === 'EXPIRED' ? 7 * DAY_MS : 15 * MINUTE_MS;
	if (reading) {
		const left = outcome.left.filter((one) => one.state === state);
		const after = moveOn(known, reading.listed, { ...reading, left, windowMs });
		// What is left has to be read again: the list is to look as it did before this poll.
		const isKnown = left.some(({ mayBeRepeated }) => mayBeRepeated);
		if (left.length > 0) return { known: after, list: isKnown ? undefined : list };
		return { known: after, list: reading.list, firstLook: reading.firstLook };
	}
	// What changes from now on is new, although the first look is still to come.
	if (!known) return { list, firstLook: firstLook ?? firstLookFrom(nowMs) };
	const isUnfinished = !list?.index?.isComplete && !firstLook;
	return {
		known: moveOn(known, [], { left: [], readingMs: 0, nowMs, windowMs, isUnfinished }),
		list: mustSeeAll ? undefined : list,
		firstLook,
	};
}
