import { z } from 'zod/v3';

import { omitEmpty } from '../../../shared/operation/omit';
import type { Operation } from '../../../shared/operation/operation';
import { Period } from './period';
import { statement } from './statement';

const option: Operation['option'] = {
	name: 'Get Invoiced',
	value: 'getInvoiced',
	action: 'Get invoiced credits',
	description: 'Read the credits of a year, a month or a day that were invoiced',
};

const fields: Operation['fields'] = [
	{
		displayName: 'Period',
		name: 'period',
		type: 'string',
		default: '',
		placeholder: 'e.g. 202603',
		description:
			'A year (2026), a month (202603) or a day (20260331). Empty means the last invoiced period.',
	},
];

const Parameters = z.object({ period: Period });

export const operation: Operation = {
	...statement('/invoiced', ({ read }) => omitEmpty(read(Parameters))),
	option,
	fields,
};
