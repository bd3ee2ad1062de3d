import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { apiVersionField, optionsField, simplifyField } from '../shared/operation/fields';
import { numberIn } from '../shared/operation/form.schema';
import { ApiVersion, Flag, oneOfStates, Text } from '../shared/operation/scalars.schema';
import {
	downloadField,
	fileField,
	filesShape,
} from '../shared/signatureRequest/requestFiles.fields';
import { requestStates } from '../shared/signatureRequest/requestStates';

/** Only those in which a request stays: it is born into DRAFT and OPEN, where every signature moves its time stamp. */
const watchedStates = requestStates.filter(({ value }) => !['DRAFT', 'OPEN'].includes(value));

/** A year at most. */
const hours = { min: 0, max: 8_760 };

export const pollingFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'states',
		type: 'multiOptions',
		required: true,
		default: ['SIGNED'],
		options: watchedStates,
		description:
			'The states that start the workflow when a request gets there. Each request starts it once per state, from the moment when the state is first watched. The service has no callback for Expired.',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			{
				displayName: 'Your Reference',
				name: 'custom',
				type: 'string',
				default: '',
				placeholder: 'e.g. order-4711',
				description:
					'Only requests that were created with exactly this text. Needs a service that shows the text (custom) in its lists; otherwise nothing starts the workflow, and a warning is logged.',
			},
			{
				displayName: 'Signer',
				name: 'signer',
				type: 'string',
				default: '',
				placeholder: 'e.g. ann@example.com',
				description:
					'Only requests with this signer: the email address, or the full name of someone without an account',
			},
			{
				displayName: 'Title Contains',
				name: 'titleContains',
				type: 'string',
				default: '',
				placeholder: 'e.g. Contract',
				description: 'Only requests whose title contains this text, in small or capital letters',
			},
		],
	},
	simplifyField,
	downloadField,
	fileField,
	apiVersionField,
	optionsField([
		{
			displayName: 'Full Comparison Every (Hours)',
			name: 'compareEveryHours',
			type: 'number',
			typeOptions: { minValue: hours.min, maxValue: hours.max, numberPrecision: 2 },
			default: 24,
			description:
				'How often all requests in the chosen states are read, some pages with each poll, to find what the usual look at the lists cannot see. With 0 every poll reads all of them, which takes a call for 50 requests.',
		},
		{
			displayName: 'Include Requests of Others',
			name: 'includeOthers',
			type: 'boolean',
			default: false,
			description:
				'Whether requests also start the workflow that others own and share with this account, to read or to write. A request that was created with Creator counts as your own if its callbacks lead to a node of this package; otherwise it needs this option.',
		},
		{
			displayName: 'Prefer Repeating to Losing',
			name: 'preferRepeats',
			type: 'boolean',
			default: false,
			description:
				'Whether the last changes come once more after n8n was restarted, with mayBeRepeated in the item. Otherwise they are lost if n8n is killed in the instant between saving its place and starting the workflow.',
		},
	]),
];

/** One that was added and left empty keeps nothing out. */
const Filter = Text.optional();

export const PollingForm = z.object({
	apiVersion: ApiVersion,
	states: z
		.array(oneOfStates(watchedStates))
		.min(1, 'has no entry; tick at least one state')
		.transform((states) => [...new Set(states)]),
	filters: z.object({ custom: Filter, signer: Filter, titleContains: Filter }),
	simplify: Flag,
	...filesShape,
	/** A node that was saved before there were options has none. */
	options: z
		.object({
			compareEveryHours: numberIn(hours).default(24),
			includeOthers: Flag,
			preferRepeats: Flag,
		})
		.default({}),
});
export type PollingForm = z.output<typeof PollingForm>;
