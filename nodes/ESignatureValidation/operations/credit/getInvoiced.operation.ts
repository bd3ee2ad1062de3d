import { z } from 'zod/v3';

import { callForJson } from '../../../shared/http/transport';
import { omitEmpty } from '../../../shared/operation/omit';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { Statement } from '../validation.schema';
import { creditCall, creditEndpoint } from './creditCall';
import { Period } from './period';

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

const endpoint = creditEndpoint('/invoiced');

async function execute(item: ItemContext) {
	const { period } = item.read(Parameters);
	const call = { ...creditCall(item, endpoint), query: omitEmpty({ period }) };
	return { json: await callForJson(item.context, call, Statement) };
}

export const getInvoiced: Operation = {
	option,
	fields,
	versions: ['v1'],
	endpoints: [endpoint],
	execute,
};
