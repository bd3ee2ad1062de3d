import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { ApiVersion, Call, CallContext } from '../../../../shared/http/call';
import { callTo } from '../../../../shared/http/endpoint';
import type { Endpoint } from '../../../../shared/http/endpoint';
import { callForJson } from '../../../../shared/http/transport';
import { answerList, answerObject } from '../../../../shared/operation/scalars.schema';

export const activitiesEndpoint: Endpoint = {
	method: 'GET',
	path: '/activities/signatures',
	refusals: [
		{
			status: 404,
			message: 'The service has no list of activities for this account',
			remedy:
				'Check the region in the credential. A service at a custom address may not have this list at all.',
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

interface ActivityQuery {
	version: ApiVersion;
	query: IDataObject;
	limit?: number;
	itemIndex: number;
}

/** Every activity once, although those of today move the older ones to later pages. */
export async function listActivities(
	context: CallContext,
	{ version, query, limit = Infinity, itemIndex }: ActivityQuery,
): Promise<Activity[]> {
	const found = new Map<string, Activity>();
	const size = Math.min(LARGEST_PAGE, limit);
	for (let page = 1; found.size < limit; page++) {
		const call: Call = {
			...callTo(activitiesEndpoint),
			version,
			query: { ...query, page, size },
			itemIndex,
		};
		const { activities, total_pages: pages = Infinity } = await callForJson(context, call, Page);
		const before = found.size;
		for (const one of activities) found.set(one.id ?? JSON.stringify(one), one);
		// A service that ignores the page number shows the same page for ever.
		if (page >= pages || found.size === before) break;
	}
	return [...found.values()].slice(0, limit);
}
