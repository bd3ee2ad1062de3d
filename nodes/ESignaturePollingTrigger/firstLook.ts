import type { IPollFunctions } from 'n8n-workflow';

import { listStates } from './listStates';
import type { StateList } from './listStates';
import type { Places } from './places';
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
		const missed = again.find(({ state }) => state === list.state)?.listed ?? [];
		const shown = new Set(list.listed.map(({ id }) => id));
		return { ...list, listed: [...list.listed, ...missed.filter(({ id }) => !shown.has(id))] };
	});
}
