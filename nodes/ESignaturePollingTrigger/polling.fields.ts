import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import {
	downloadField,
	fileField,
	filesShape,
} from '../shared/signatureRequest/requestFiles.fields';
import { apiVersionField, simplifyField } from '../shared/operation/fields';
import { ApiVersion, Flag, oneOfStates } from '../shared/operation/scalars.schema';
import { Options, pollingOptions } from './polling.options';
import { Filters, filtersField } from './requestFilter';

/** Only those in which a request stays: it is born into DRAFT and OPEN, where every signature moves its time stamp. */
const watchedStates = [
	{ name: 'Declined', value: 'DECLINED', description: 'A signer declined' },
	{ name: 'Error', value: 'ERROR', description: 'A technical error ended the request' },
	{
		name: 'Expired',
		value: 'EXPIRED',
		description: 'The expiry date has passed (V3). The service has no callback for this.',
	},
	{ name: 'Signed', value: 'SIGNED', description: 'All have signed' },
	{ name: 'Withdrawn', value: 'WITHDRAWN', description: 'Ended by its owner' },
];

const WatchedState = oneOfStates(watchedStates);
export type WatchedState = z.output<typeof WatchedState>;

const noList = 'must be a list of states';

export const pollingFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'states',
		type: 'multiOptions',
		required: true,
		default: ['SIGNED'],
		options: watchedStates,
		description:
			'The states that start the workflow when a request gets there. Each request starts it once per state, from the moment when the state is first watched.',
	},
	filtersField,
	simplifyField,
	downloadField,
	fileField,
	apiVersionField,
	pollingOptions,
];

export const PollingForm = z.object({
	apiVersion: ApiVersion,
	states: z
		.array(WatchedState, { required_error: noList, invalid_type_error: noList })
		.min(1, 'has no entry; tick at least one state')
		.transform((states) => [...new Set(states)]),
	filters: Filters,
	simplify: Flag,
	...filesShape,
	options: Options,
});
export type PollingForm = z.output<typeof PollingForm>;
