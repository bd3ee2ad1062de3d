/**
 * How a poll finds each change once. The service can neither filter by time nor say how it sorts. So two things are
 * kept of the list of each state: the requests that were handled (watchState.ts), which alone decide what is new, and
 * an index of the list (listIndex.ts), which decides what is read. A wrong index costs calls or time, never a change.
 *
 *     page      0       1       2       3       4     5           A: an anchor, which is an id and its position,
 *            [......][...A..][......][...A..][......][..]            in the middle of every n-th page
 *     before  first      9               21           last
 *     now     first      9 (+0)          22 (+1)      last (+1)   one came between the anchors: read pages 1 to 3
 *
 * 1. Follow (readList.ts): read the last page, and the first one if the newest come first. Where an entry stands
 *    now, less where it stood, is its offset. Equal offsets at both ends: nothing came or went between them. Otherwise
 *    bisect over the anchors to the neighbours whose offsets differ, and read the pages between them.
 * 2. Scan (readList.ts): entries that come while others go leave all offsets as they were. So every day a cursor runs
 *    through the whole list, some pages with each poll, and renews the anchors. It goes back when entries move forward
 *    over it. Without an index, or if the list is not recognized, a poll scans all of it, or as far as its time allows.
 * 3. What is new becomes items (items.ts); what is left comes with the next poll. The first look at a state only
 *    takes note of what is there. At the end, n8n gets the place to store (place.ts).
 */
import { NodeOperationError } from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { forgetCredentials, readCredentials } from '../shared/account/credentials';
import { nodeKey } from '../shared/memory/nodeKey';
import { shouldLog } from '../shared/memory/shouldLog';
import { readTriggerParameters } from '../shared/operation/parameters';
import { isWanted, toItems } from './items';
import { shortId } from './listIndex';
import { stepFromPlace, thisProcess, toRepeat } from './place';
import type { Place, PollResult } from './place';
import { PollingForm, pollingFields } from './polling.fields';
import { readStates } from './readStates';
import { byMoment, MOST_REMEMBERED, nextState } from './watchState';
import type { Listed } from './watchState';

const noCustomShown =
	'No request that the service lists shows a reference (custom), so the filter Your Reference lets none pass. If your requests are created with one, this service does not show it: filter by title or signer instead.';

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const form = readTriggerParameters(context, { schema: PollingForm, fields: pollingFields });
	if (context.getMode() === 'manual') return [await sample(context, form)];
	const items = await stepFromPlace(context, async (place) => await watch(context, form, place));
	return items && [items];
}

/** For the user who builds the workflow: the latest that would have started it. Nothing is kept of this. */
async function sample(context: IPollFunctions, form: PollingForm): Promise<INodeExecutionData[]> {
	const { filters, states } = form;
	const account = await readAccount(context);
	// As if all that there is had changed since the last poll.
	const nothingSeen = { sinceMs: 0, isFirstLook: false, seen: {}, reachMs: -Infinity };
	const past = Object.fromEntries(states.map((state) => [state, nothingSeen]));
	const readings = await readStates(context, form, past, new Set());
	const changes = readings.flatMap((one) => one.changes).sort(byMoment);
	const latest = changes.findLast((one) => isWanted(one, form, account));
	if (latest) return await toItems(context, [latest], form);

	const passing = Object.values(filters).some(Boolean) ? ' and passes the filters' : '';
	const isCustomShown = readings.some((one) => one.showsCustom);
	const custom = filters.custom && !isCustomShown ? ` ${noCustomShown}` : '';
	const message = `There is no request to show: none is ${states.join(', ')}${passing}`;
	const description = `Have a request signed and fetch again, or choose other states or filters; those of others count with the option Include Requests of Others.${custom} A published workflow needs no sample: it starts with the next change.`;
	throw new NodeOperationError(context.getNode(), message, { description });
}

async function watch(
	context: IPollFunctions,
	form: PollingForm,
	place?: Place,
): Promise<PollResult> {
	forgetCredentials(context);
	const account = await readAccount(context);
	// A new key of the same user is not another account.
	const accountKey = shortId(`${account.signingAddress}\n${account.username}`);
	const past = place?.account === accountKey ? place : undefined;
	const states = past?.states ?? {};
	const again = toRepeat(form.options.preferRepeats ? past?.emitted : undefined);
	if (again.size > 0 && !past?.emitted?.[thisProcess]) {
		// Another process emitted them, so no poll has looked for them yet: they may stand anywhere.
		for (const state of Object.values(states)) state.list = undefined;
	}
	const readings = await readStates(context, form, states, again);
	// Each state knows its own requests: one may change between reading two lists.
	const changes = readings.flatMap((one) => one.changes).sort(byMoment);
	const isCustomHidden = changes.length > 0 && readings.every((one) => !one.showsCustom);
	// Once for each node and process: every poll would log the same.
	if (form.filters.custom && isCustomHidden && shouldLog(nodeKey(context), Date.now(), Infinity)) {
		context.logger.warn(`${context.getNode().name}: ${noCustomShown}`);
	}

	const wanted = changes.filter((one) => isWanted(one, form, account));
	const items = await toItems(context, wanted, form);
	if (items.length > 0) {
		// n8n stores the run after the poll, and does not report when it could not: what was found would be lost. Whether
		// its database answers shows when the credential is read from it.
		forgetCredentials(context);
		await readCredentials(context);
	}
	const emitted = wanted.slice(0, items.length).filter((one) => !one.mayBeRepeated);
	const left = new Set<Listed>(wanted.slice(items.length));
	for (const one of changes) if (!left.has(one)) again.delete(shortId(one.id));
	const most = Math.floor(MOST_REMEMBERED / form.states.length);
	const next = readings.map((one) => [one.state, nextState(one, { left, most })] as const);
	return {
		items: items.length > 0 ? items : null,
		next: {
			account: accountKey,
			states: Object.fromEntries(next),
			emitted: form.options.preferRepeats
				? { earlier: [...again], [thisProcess]: emitted.map(({ id }) => shortId(id)) }
				: undefined,
		},
	};
}
