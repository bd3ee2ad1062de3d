import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { check } from '../http/body.ts';
import { describes, json } from '../http/route.ts';
import type { Activity } from '../state/activity.ts';
import type { Context } from '../state/context.ts';
import {
	Legislation,
	Quality,
	TextOrNull,
	Time,
	Uuid,
	wholeNumber,
} from '../state/values.schema.ts';
import { callerOf } from './authentication.ts';

const Day = z.iso.date('must be a date, YYYY-MM-DD');
const Query = z.object({
	start_date: Day,
	end_date: Day,
	page: wholeNumber(1).default(1),
	size: wholeNumber(1, 100).default(25),
	sort: z.enum(['asc', 'desc']).default('desc'),
});

const Text = z.string();
const Person = z.object({
	type: Text,
	email: Text.optional(),
	first_name: Text.optional(),
	last_name: Text.optional(),
	mobile: Text.optional(),
});
const Entry = z.object({
	...{ id: Text, action: z.enum(['SIGNED', 'SEALED']), timestamp: Time },
	...{ business_id_paid_by: Text, cost_center: TextOrNull, initiator: Person, signer: Person },
	...{ quality: Quality, legislation: Legislation.optional() },
	signature_request_id: Uuid.optional(),
});
const Activities = z.object({
	activities: z.array(Entry),
	...{ total_items: z.int(), total_pages: z.int(), current_page: z.int(), size: z.int() },
});
const description = describes({
	summary: 'List who signed and sealed',
	query: Query,
	answer: json(Activities),
});

const DAY_MS = 86_400_000;

/** Who signed and sealed, by date; interface.md 10 names the call, whose answer comes in pages. */
export function registerActivities(app: FastifyInstance, context: Context) {
	for (const version of ['v2', 'v3']) {
		app.get(`/${version}/activities/signatures`, description, (request, reply) => {
			const query = check(Query, request.query);
			const { username } = callerOf(request);
			const [from, until] = [Date.parse(query.start_date), Date.parse(query.end_date) + DAY_MS];
			const found = context.store.activities
				.filter(({ at, initiator }) => initiator === username && at >= from && at < until)
				.sort((a, b) => (query.sort === 'asc' ? a.at - b.at : b.at - a.at));
			const first = (query.page - 1) * query.size;
			return reply.send({
				activities: found
					.slice(first, first + query.size)
					.map((activity) => activityView(activity, context)),
				total_items: found.length,
				total_pages: Math.ceil(found.length / query.size),
				current_page: query.page,
				size: query.size,
			});
		});
	}
}

function activityView(activity: Activity, { settings }: Context) {
	const { signer } = activity;
	const initiator = settings.users.find(({ username }) => username === activity.initiator);
	return {
		id: activity.id,
		action: activity.action,
		timestamp: new Date(activity.at).toISOString(),
		signature_request_id: activity.requestId,
		business_id_paid_by: 'biz-sandbox',
		cost_center: null,
		quality: activity.quality,
		legislation: activity.legislation,
		initiator: { email: initiator?.email, type: 'api' },
		signer: {
			email: signer.email,
			first_name: signer.firstName,
			last_name: signer.lastName,
			type: signer.type,
			mobile: signer.mobileNumber,
		},
	};
}
