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
]);

/** A node that was saved before there were options has none. */
export const Options = z.object({ includeOthers: Flag }).default({});
