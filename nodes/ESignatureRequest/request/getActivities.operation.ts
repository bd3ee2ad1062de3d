import { z } from 'zod/v3';

import { answerList, answerObject } from '../../shared/client/answerSchema';
import type { Call, CallContext, Endpoint } from '../../shared/client/call';
import { callForJson } from '../../shared/client/callService';
import { fields } from '../../shared/form/field';
import { limitField, returnAllField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';

const form = fields(
	{
		displayName: 'From',
		name: 'startDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: "={{ $now.minus({ months: 1 }).startOf('month').toISODate() }}",
		required: true,
		description: 'The default is the first day of last month',
		forModel: 'First day, such as 2026-11-01',
	},
	{
		displayName: 'To',
		name: 'endDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: "={{ $now.minus({ months: 1 }).endOf('month').toISODate() }}",
		required: true,
		description: 'The default is the last day of last month',
		forModel: 'Last day, such as 2026-11-30',
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
		description: 'Order by date',
	},
);

const endpoint: Endpoint = {
	method: 'GET',
	path: '/activities/signatures',
	refusals: [
		{
			status: 404,
			message: 'Skribble has no list of activities for this account',
			remedy:
				'Check the region in the credential. Services at custom addresses may not have this list.',
		},
	],
};

/** The most that the service gives at a time. */
const LARGEST_PAGE = 100;

const Activity = answerObject({ id: z.string().optional().catch(undefined) });
type Activity = z.infer<typeof Activity>;

const Page = answerObject({
	activities: answerList(Activity)
		.nullish()
		.transform((list) => list ?? []),
	total_pages: z.number().optional().catch(undefined),
});

export const operation: Operation = {
	option: {
		name: 'Get Activities',
		value: 'getActivities',
		action: 'Get signing activities',
		description: 'List the signatures and seals made in a period, for reports and cost centers',
	},
	forAgents: 'Get who signed and sealed between two days, one item for each signature or seal',
	fields: form,
	versions: ['v2', 'v3'],
	endpoints: [endpoint],
	async execute(item) {
		const { startDate, endDate, returnAll, limit, sort } = item.read(form);
		if (endDate < startDate) {
			throw item.fault({
				path: ['endDate'],
				message: `is before the first day, ${startDate}\nEnter a later day.`,
			});
		}
		const query = { start_date: startDate, end_date: endDate, sort };
		const call = { ...item.callTo(endpoint), query };
		const activities = await listActivities(item.context, call, returnAll ? undefined : limit);
		return activities.map((json) => ({ json }));
	},
};

/** Every activity once, although those of today move the older ones to later pages. */
async function listActivities(
	context: CallContext,
	call: Call,
	limit = Infinity,
): Promise<Activity[]> {
	const found = new Map<string, Activity>();
	const size = Math.min(LARGEST_PAGE, limit);
	for (let page = 1; found.size < limit; page++) {
		const ofPage = { ...call, query: { ...call.query, page, size } };
		const { activities, total_pages: pages = Infinity } = await callForJson(context, ofPage, Page);
		const before = found.size;
		for (const one of activities) found.set(one.id ?? JSON.stringify(one), one);
		// A service that ignores the page number shows the same page for ever.
		if (page >= pages || found.size === before) break;
	}
	return [...found.values()].slice(0, limit);
}
