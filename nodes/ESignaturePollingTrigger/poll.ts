import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { isObject } from '../shared/memory/workflowMemory';
import { readTriggerParameters } from '../shared/operation/parameters';
import { listTrusted } from './firstLook';
import { handOver } from './handOver';
import type { ListedRequest, StateList } from './listStates';
import { accountMark, keepPast, readPast } from './memory/places';
import type { Places } from './memory/places';
import { PollingForm, pollingFields } from './polling.fields';
import type { WatchedState } from './polling.fields';
import { sample } from './sample';
import { inTurn } from './memory/turn';
import { thisProcess, toRepeat } from './memory/unconfirmed';
import { byMoment, findChanges, moveOn } from './memory/watermark';

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
	const account = await readAccount(context);
	const mark = accountMark(account);
	const { places, handedOver: last } = readPast(context, data, mark);
	const again = form.options.preferRepeats ? toRepeat(last, thisProcess) : [];
	const lists = await listTrusted(context, form, places);
	// Each state has a place of its own: a request may change between reading two lists.
	const found = lists.flatMap(({ state, listed }) => findChanges(places[state], listed));
	const changes = [...found, ...repeatsIn(lists, again, found)].sort(byMoment);

	const { items, delivered, handled } = await handOver(context, changes, { form, account });

	const next = lists.map(({ state, listed, readingMs, nowMs }) => {
		const left = found.filter((one) => one.state === state && !handled.has(one));
		const outcome = { left, windowMs: windowOf(state), readingMs, nowMs };
		return [state, moveOn(places[state], listed, outcome)];
	});
	const unconfirmed = delivered.filter(({ mayBeRepeated }) => !mayBeRepeated);
	const done = new Set([...handled].map(({ id }) => id));
	// Last of all: had anything failed before, the next poll has to find the same place.
	keepPast(context, data, {
		account: mark,
		places: Object.fromEntries(next) as Places,
		handedOver: form.options.preferRepeats
			? {
					by: thisProcess,
					ids: unconfirmed.map(({ id }) => id),
					again: again.filter((id) => !done.has(id)),
				}
			: undefined,
	});
	return items.length > 0 ? [items] : null;
}

function repeatsIn(lists: StateList[], again: string[], found: ListedRequest[]): ListedRequest[] {
	const wanted = new Set(again);
	for (const { id } of found) wanted.delete(id);
	return lists
		.flatMap(({ listed }) => listed)
		.filter(({ id }) => wanted.has(id))
		.map((one) => ({ ...one, mayBeRepeated: true }));
}
