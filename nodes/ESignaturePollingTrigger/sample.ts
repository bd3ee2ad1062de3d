import { NodeOperationError } from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { changeItem } from './changeItem';
import { listStates } from './listStates';
import type { PollingForm } from './polling.fields';
import { isWanted } from './wanted';

/** For somebody who builds the workflow: the latest that would have started it. Nothing is kept of this. */
export async function sample(
	context: IPollFunctions,
	form: PollingForm,
): Promise<INodeExecutionData> {
	const account = await readAccount(context);
	const lists = await listStates(context, form);
	const [latest] = lists
		.flatMap(({ listed }) => listed)
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
