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
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { forgetCredentials, readCredentials } from '../shared/account/credentials';
import { nodeKey } from '../shared/memory/nodeKey';
import { shouldLog } from '../shared/memory/shouldLog';
import { readTriggerParameters } from '../shared/operation/parameters';
import { noCustomShown, sample, toItems } from './items';
import { shortId } from './listIndex';
import { stepFromPlace, thisProcess, toRepeat } from './place';
import type { Place, Step } from './place';
import { PollingForm, pollingFields } from './polling.fields';
import { readStates } from './readStates';
import { byMoment, MOST_REMEMBERED, nextState } from './watchState';

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const form = readTriggerParameters(context, { schema: PollingForm, fields: pollingFields });
	if (context.getMode() === 'manual') return [[await sample(context, form)]];
	const items = await stepFromPlace(context, async (place) => await watch(context, form, place));
	return items && [items];
}

async function watch(context: IPollFunctions, form: PollingForm, place?: Place): Promise<Step> {
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
	const { items, emitted, handled } = await toItems(context, changes, { form, account });
	if (items.length > 0) await requireDatabase(context);

	const most = Math.floor(MOST_REMEMBERED / form.states.length);
	const next = readings.map((reading) => {
		const left = reading.changes.filter((one) => !handled.has(one));
		return [reading.state, nextState(reading, { left, most })] as const;
	});
	const ids = emitted.filter((one) => !one.mayBeRepeated).map(({ id }) => shortId(id));
	for (const { id } of handled) again.delete(shortId(id));
	return {
		items: items.length > 0 ? items : null,
		next: {
			account: accountKey,
			states: Object.fromEntries(next),
			emitted: form.options.preferRepeats ? { earlier: [...again], [thisProcess]: ids } : undefined,
		},
	};
}

/**
 * n8n stores the run after the poll, and does not report when it could not: what was found would be lost. Whether its
 * database answers shows when the credential is read from it.
 */
async function requireDatabase(context: IPollFunctions): Promise<void> {
	forgetCredentials(context);
	await readCredentials(context);
}
