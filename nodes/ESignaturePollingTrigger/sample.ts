import { NodeOperationError } from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { listRequests } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import { changeItem } from './changeItem';
import type { PollingForm, WatchedState } from './polling.fields';
import type { ListedRequest } from './readStates';
import { isWanted } from './wanted';

/** For somebody who builds the workflow: the latest that would have started it. Nothing is kept of this. */
export async function sample(
	context: IPollFunctions,
	form: PollingForm,
): Promise<INodeExecutionData> {
	const account = await readAccount(context);
	const listed: Array<Omit<ListedRequest, 'id'>> = [];
	for (const state of form.states) listed.push(...(await listState(context, form, state)));
	const [latest] = listed
		.filter(({ request }) => isWanted(request, form, account))
		.sort((a, b) => (b.momentMs ?? 0) - (a.momentMs ?? 0));
	if (latest) return await changeItem(context, latest, form);

	const isFiltered = Object.values(form.filters).some(Boolean);
	const states = form.states.join(', ');
	throw new NodeOperationError(
		context.getNode(),
		`There is no request to show: none is ${states}${isFiltered ? ' and passes the filters' : ''}`,
		{
			description:
				'Have a request signed and fetch again, or choose other states or filters; those that others only let you read count with the option Include Requests of Others. A published workflow needs no sample: it starts with the next change.',
		},
	);
}

async function listState(
	context: IPollFunctions,
	{ apiVersion: version }: PollingForm,
	state: WatchedState,
) {
	const requests = await listRequests(context, {
		version,
		filters: { status_overall: state },
		// A service that does not know the filter answers with everything.
		isWanted: ({ status_overall: status = '' }) => status.toUpperCase() === state,
		itemIndex: 0,
	});
	return requests.map((request) => ({ momentMs: momentOf(request), state, request }));
}
