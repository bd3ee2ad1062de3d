import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { readTriggerParameters } from '../shared/operation/parameters';
import { listTrusted } from './firstLook';
import { handOver } from './handOver';
import { accountMark, keepPlaces, readPlaces } from './places';
import { PollingForm, pollingFields } from './polling.fields';
import type { WatchedState } from './polling.fields';
import { sample } from './sample';
import { byMoment, findChanges, moveOn } from './watermark';

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

	const memory = context.getWorkflowStaticData('node');
	return await alone(memory, async () => await watch(context, form, memory));
}

/** n8n starts a poll on time even while the one before still runs; both would find the same changes. */
const underWay = new WeakSet<object>();

async function alone<T>(memory: object, work: () => Promise<T>): Promise<T | null> {
	if (underWay.has(memory)) return null;
	underWay.add(memory);
	return await work().finally(() => underWay.delete(memory));
}

async function watch(
	context: IPollFunctions,
	form: PollingForm,
	memory: IDataObject,
): Promise<INodeExecutionData[][] | null> {
	const account = await readAccount(context);
	const mark = accountMark(account);
	const places = readPlaces(memory, mark);
	const lists = await listTrusted(context, form, places);
	// Each state has a place of its own: a request may change between reading two lists.
	const changes = lists
		.flatMap(({ state, listed }) => findChanges(places[state], listed))
		.sort(byMoment);

	const { items, done } = await handOver(context, changes, { form, account });

	const next = lists.map(({ state, listed, readingMs, nowMs }) => {
		const left = changes.slice(done).filter((change) => change.state === state);
		const outcome = { left, windowMs: windowOf(state), readingMs, nowMs };
		return [state, moveOn(places[state], listed, outcome)];
	});
	// Last of all: had anything failed before, the next poll has to find the same place.
	keepPlaces(memory, mark, Object.fromEntries(next));
	return items.length > 0 ? [items] : null;
}
