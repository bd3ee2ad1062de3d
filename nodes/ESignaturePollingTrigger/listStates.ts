import type { IPollFunctions } from 'n8n-workflow';

import { listWithClock } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import type { SignatureRequest } from '../shared/signatureRequest/signatureRequest.schema';
import type { PollingForm, WatchedState } from './polling.fields';
import type { Listed } from './memory/watermark';

export interface ListedRequest extends Listed {
	state: WatchedState;
	request: SignatureRequest;
	/** Whether it was handed over before, by a process that may not have stored the run. */
	mayBeRepeated?: boolean;
}

export interface StateList {
	state: WatchedState;
	listed: ListedRequest[];
	readingMs: number;
	/** When the reading began, by the service's clock where it tells it. */
	nowMs: number;
}

/**
 * All requests in the chosen states: the service offers no filter by time and promises no order
 * (interface.md 4.3), so whatever is new can stand on any page.
 */
export async function listStates(
	context: IPollFunctions,
	{ apiVersion: version, states }: Pick<PollingForm, 'apiVersion' | 'states'>,
): Promise<StateList[]> {
	const lists: StateList[] = [];
	for (const state of states) {
		const startedMs = Date.now();
		const filters = { status_overall: state };
		const { requests, serviceNowMs: nowMs = startedMs } = await listWithClock(context, {
			version,
			filters,
			itemIndex: 0,
		});
		const readingMs = Math.max(0, Date.now() - startedMs);
		const listed = requests
			// A service that does not know the filter answers with everything.
			.filter(({ status_overall: status = '' }) => status.toUpperCase() === state)
			.map((request) => ({ id: request.id, momentMs: momentOf(request), state, request }));
		lists.push({ state, listed, readingMs, nowMs });
	}
	return lists;
}
