import { z } from 'zod';

import { callForJson } from '../../../shared/http/transport';
import { given } from '../../../shared/operation/given';
import type { Operation, Turn } from '../../../shared/operation/operation';
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

async function execute(turn: Turn) {
	const { period } = turn.read(Parameters);
	const call = { ...creditCall(turn, endpoint), query: given({ period }) };
	return { json: await callForJson(turn.context, call, Statement) };
}

export const getInvoiced: Operation = {
	option,
	fields,
	versions: ['v1'],
	endpoints: [endpoint],
	execute,
};
