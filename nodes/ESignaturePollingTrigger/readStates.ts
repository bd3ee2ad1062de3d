import { NodeApiError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';

import { budgetMs } from './handOver';
import type { WatchState } from './place';
import type { PollingForm, WatchedState } from './polling.fields';
import { firstLookFrom, readState } from './readState';
import type { StateReading } from './readState';

/**
 * Reads the chosen states, one after the other. A state that cannot be read does not stop the others; when none can
 * be read, the first failure is thrown.
 */
export async function readStates(
	context: IPollFunctions,
	form: PollingForm,
	past: Record<string, WatchState>,
	again: string[],
): Promise<StateReading[]> {
	const startedMs = Date.now();
	// The first quarter of the time, in equal parts; the rest is for files.
	const readingBudgetMs = budgetMs(context) / 4;
	const asked = { form, again, limitMs: readingBudgetMs / form.states.length };
	const readings = new Map<WatchedState, StateReading>();
	const failures: unknown[] = [];
	for (const state of form.states) {
		const isTimeOver = Date.now() - startedMs > readingBudgetMs;
		if (failures.length > 0 && (isTimeOver || concernsAll(failures.at(-1)))) break;
		await readState(context, state, past[state] ?? {}, asked).then(
			(reading) => readings.set(state, reading),
			(error) => failures.push(error),
		);
	}
	const [first] = readings.values();
	if (!first) throw failures[0];
	const unread = form.states.filter((state) => !readings.has(state));
	if (unread.length > 0) {
		const reason = failures[0] instanceof Error ? failures[0].message : 'unknown reason';
		context.logger.warn(
			`${context.getNode().name}: requests in the state ${unread.join(', ')} could not be read (${reason}). The other states were read. The next poll continues where these stopped.`,
		);
	}
	return form.states.map(
		(state) => readings.get(state) ?? noReading(state, past[state], first.nowMs),
	);
}

/** The same for every state, however often it is asked: the login, the number of calls, or n8n itself. */
function concernsAll(failure: unknown): boolean {
	if (!(failure instanceof NodeApiError)) return true;
	return ['401', '429'].includes(failure.httpCode ?? '');
}

function noReading(
	state: WatchedState,
	{ known, list, firstLook }: WatchState = {},
	nowMs: number,
): StateReading {
	return {
		state,
		listed: [],
		changes: [],
		showsCustom: false,
		readingMs: 0,
		nowMs,
		list,
		// What changes from now on is new, although the first look is still to come.
		firstLook: known ? firstLook : (firstLook ?? firstLookFrom(nowMs)),
		isUnfinished: !list?.isComplete && !firstLook,
	};
}
