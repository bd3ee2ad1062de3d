import { z } from 'zod';

import { optionsField } from '../shared/operation/fields';
import { Flag } from '../shared/operation/scalars.schema';

export const pollingOptions = optionsField([
	{
		displayName: 'Include Requests of Others',
		name: 'includeOthers',
		type: 'boolean',
		default: false,
		description:
			'Whether requests also start the workflow that others own and that this account may only read',
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
export const Options = z.object({ includeOthers: Flag, preferRepeats: Flag }).default({});
