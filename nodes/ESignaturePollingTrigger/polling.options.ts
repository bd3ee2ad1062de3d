import { z } from 'zod';

import { optionsField } from '../shared/operation/fields';
import { numberIn } from '../shared/operation/form.schema';
import { Flag } from '../shared/operation/scalars.schema';

/** A year at most. */
const hours = { min: 0, max: 8_760 };

export const pollingOptions = optionsField([
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
]);

/** A node that was saved before there were options has none. */
export const Options = z
	.object({
		compareEveryHours: numberIn(hours).default(24),
		includeOthers: Flag,
		preferRepeats: Flag,
	})
	.default({});
