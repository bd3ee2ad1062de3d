import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { Flag } from '../shared/operation/scalars.schema';

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Include Requests of Others',
			name: 'includeOthers',
			type: 'boolean',
			default: false,
			description:
				'Whether requests also start the workflow that others own and that this account may only read',
		},
	],
};

/** A node that was saved before there were options has none. */
export const Options = z.object({ includeOthers: Flag }).default({});
