import type { IPollFunctions } from 'n8n-workflow';

import { listStates } from './listStates';
import type { StateList } from './listStates';
import type { Places } from './memory/places';
import type { PollingForm } from './polling.fields';

/**
 * The first look at a state decides what counts as new ever after, and there is nothing yet to hold a short
 * answer against; so it is a look at two.
 */
export async function listTrusted(
	context: IPollFunctions,
	form: PollingForm,
	places: Places,
): Promise<StateList[]> {
	const lists = await listStates(context, form);
	const states = form.states.filter((state) => places[state] === undefined);
	const again = await listStates(context, { ...form, states });
	return lists.map((list) => {
		const shown = new Set(list.listed.map(({ id }) => id));
		const second = again.find(({ state }) => state === list.state)?.listed ?? [];
		// What has changed since the first reading began is a change, for the next poll to find.
		const missed = second.filter(
			({ id, momentMs = 0 }) => !shown.has(id) && momentMs <= list.nowMs,
		);
		return { ...list, listed: [...list.listed, ...missed] };
	});
}
