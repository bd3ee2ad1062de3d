import { NodeOperationError } from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { listRequests } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
import { changeItem } from './handOver';
import type { ListedRequest } from './handOver';
import type { PollingForm, WatchedState } from './polling.fields';
import { isWanted, noCustomShown } from './requestFilter';

/** For the user who builds the workflow: the latest that would have started it. Nothing is kept of this. */
export async function sample(
	context: IPollFunctions,
	form: PollingForm,
): Promise<INodeExecutionData> {
	const account = await readAccount(context);
	const listed: Sample[] = [];
	let showsCustom = false;
	const isSample = (state: WatchedState) => (one: RequestWithCallbacks) => {
		showsCustom ||= one.request.custom !== undefined;
		// A service that does not know the filter answers with everything.
		const isInState = one.request.status_overall?.toUpperCase() === state;
		return isInState && isWanted(one, form, account);
	};
	for (const state of form.states) {
		const requests = await listRequests(context, {
			version: form.apiVersion,
			filters: { status_overall: state },
			isWanted: isSample(state),
			itemIndex: 0,
		});
		listed.push(...requests.map((request) => ({ momentMs: momentOf(request), state, request })));
	}
	const [latest] = listed.sort((a, b) => (b.momentMs ?? 0) - (a.momentMs ?? 0));
	if (latest) return await changeItem(context, latest, form);

	const isFiltered = Object.values(form.filters).some(Boolean);
	const states = form.states.join(', ');
	const custom = form.filters.custom && !showsCustom ? ` ${noCustomShown}` : '';
	throw new NodeOperationError(
		context.getNode(),
		`There is no request to show: none is ${states}${isFiltered ? ' and passes the filters' : ''}`,
		{
			description: `Have a request signed and fetch again, or choose other states or filters; those of others count with the option Include Requests of Others.${custom} A published workflow needs no sample: it starts with the next change.`,
		},
	);
}

type Sample = Pick<ListedRequest, 'momentMs' | 'state' | 'request'>;
