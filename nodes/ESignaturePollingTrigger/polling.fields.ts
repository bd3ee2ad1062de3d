import { z } from 'zod/v3';

import { field, fields } from '../shared/form/field';
import type { Values } from '../shared/form/field';
import { apiVersionField, optionsField, simplifyField } from '../shared/form/fields';
import { oneOfStates } from '../shared/form/readers';
import { downloadField, fileField } from '../shared/requests/requestFiles';
import { requestStates } from '../shared/requests/listRequests';

/** Only those in which a request stays: it is born into DRAFT and OPEN, where every signature moves its time stamp. */
const watchedStates = requestStates.filter(({ value }) => !['DRAFT', 'OPEN'].includes(value));

/** No state of Skribble's: requests in any state may be deleted. */
export const DELETED_SOON = 'DELETED_SOON';
const deletedSoon = {
	name: 'Deleted Soon',
	value: DELETED_SOON,
	description: 'The retention policy of your business deletes the request soon, with its documents',
};

/** Not a state, but it watches all of them. */
export const RESUME = 'RESUME';
const resumeWaiting = {
	name: 'Resume Waiting Executions',
	value: RESUME,
	description:
		'Continues every Send and Wait of this n8n whose requests have ended, and sends its reminders',
};

const events = [...watchedStates, deletedSoon, resumeWaiting].sort((a, b) =>
	a.name < b.name ? -1 : 1,
);

/** What the node reads for these events. */
export function statesOf(chosen: readonly string[]): string[] {
	const all = chosen.includes(RESUME) ? watchedStates.map(({ value }) => value) : [];
	return [...new Set([...chosen.filter((one) => one !== RESUME), ...all])];
}

export const compareField = field({
	displayName: 'Full Comparison (Hours)',
	name: 'compareEveryHours',
	type: 'number',
	// A year at most.
	typeOptions: { minValue: 0, maxValue: 8_760, numberPrecision: 2 },
	default: 24,
	description:
		'How often the node reads all requests in the chosen states to find missed changes. 0 means at every poll, with one call per 50 requests.',
});

export const pollingFields = fields(
	{
		displayName: 'Trigger On',
		name: 'states',
		type: 'multiOptions',
		required: true,
		default: ['SIGNED'],
		options: events,
		reader: z
			.array(oneOfStates(events))
			.min(1, 'is empty\nChoose at least one state.')
			.transform((states) => [...new Set(states)]),
		description: 'Each request starts the workflow once per chosen state',
	},
	{
		displayName: 'Days Before Deletion',
		name: 'daysBeforeDeletion',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365, numberPrecision: 0 },
		default: 14,
		displayOptions: { show: { states: [DELETED_SOON] } },
		description: 'How early Deleted Soon starts the workflow',
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
					'Exact reference of the request. If Skribble lists no references, nothing starts the workflow, and n8n logs a warning.',
			},
			{
				displayName: 'Signer',
				name: 'signer',
				type: 'string',
				default: '',
				placeholder: 'e.g. ann@example.com',
				description: 'Email address or full name',
			},
			{
				displayName: 'Title Contains',
				name: 'titleContains',
				type: 'string',
				default: '',
				placeholder: 'e.g. Contract',
				description: 'Ignores upper and lower case',
			},
		],
	},
	simplifyField,
	downloadField,
	fileField,
	apiVersionField,
	// Polls have no execution. n8n writes the address of webhooks here anyway.
	{
		displayName: 'Resume URL',
		name: 'resumeUrl',
		type: 'hidden',
		default: '={{ $execution.resumeUrl }}',
	},
	optionsField([
		compareField,
		{
			displayName: 'Include Requests of Others',
			name: 'includeOthers',
			type: 'boolean',
			default: false,
			description:
				'Whether requests of other owners also start the workflow, if this account can read them. Requests with another Creator may need it.',
		},
		{
			displayName: 'Repeat Uncertain Events',
			name: 'preferRepeats',
			type: 'boolean',
			default: false,
			description:
				'Whether the last events start the workflow again after n8n restarts, with mayBeRepeated in the item. Otherwise a crash can lose them.',
		},
	]),
);
export type PollingForm = Values<typeof pollingFields>;
