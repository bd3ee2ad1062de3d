import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { limitField, returnAllField } from '../../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../../shared/operation/operation';
import { Count, Flag, IsoDate, oneOf } from '../../../../shared/operation/scalars.schema';
import { activitiesEndpoint, listActivities } from './listActivities';

const option: Operation['option'] = {
	name: 'Get Activities',
	value: 'getActivities',
	action: 'Get signing activities',
	description: 'List the signatures and seals of a period, for reports and cost centers',
};

const forAgents = 'Get who signed and sealed between two days, one item for each';

const versions = ['v2', 'v3'] as const;

const fields: INodeProperties[] = [
	{
		displayName: 'From',
		name: 'startDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: "={{ $now.minus({ months: 1 }).startOf('month').toISODate() }}",
		required: true,
		description: 'The first day of the period. Unless changed, the first of last month.',
	},
	{
		displayName: 'To',
		name: 'endDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: "={{ $now.minus({ months: 1 }).endOf('month').toISODate() }}",
		required: true,
		description: 'The last day of the period. Unless changed, the last of last month.',
	},
	returnAllField,
	limitField,
	{
		displayName: 'Sort',
		name: 'sort',
		type: 'options',
		default: 'desc',
		options: [
			{ name: 'Newest First', value: 'desc' },
			{ name: 'Oldest First', value: 'asc' },
		],
		description: 'The order of the activities',
	},
];

const Parameters = z.object({
	apiVersion: z.enum(versions, {
		errorMap: () => ({ message: 'must be v2 or v3: v1 has no activities' }),
	}),
	startDate: IsoDate,
	endDate: IsoDate,
	returnAll: Flag,
	limit: Count.optional(),
	sort: oneOf('asc', 'desc'),
});

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const { apiVersion, startDate, endDate, returnAll, limit, sort } = item.read(Parameters);
	if (endDate < startDate) {
		throw item.fault({ path: ['endDate'], message: `is before the first day, ${startDate}` });
	}
	const activities = await listActivities(context, {
		version: apiVersion,
		query: { start_date: startDate, end_date: endDate, sort },
		limit: returnAll ? undefined : limit,
		itemIndex,
	});
	return activities.map((json) => ({ json }));
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	versions,
	endpoints: [activitiesEndpoint],
	execute,
};
