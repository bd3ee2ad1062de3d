import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { check } from '../http/body.ts';
import { reads } from '../http/routeInput.ts';
import { LEGISLATION, QUALITY } from '../openapi/schemas.ts';
import { json, listOf, object, oneOf, text, textOrNull } from '../openapi/shapes.ts';
import { time, uuid, whole } from '../openapi/shapes.ts';
import type { Activity } from '../state/activity.ts';
import type { Context } from '../state/context.ts';
import { callerOf } from './authentication.ts';

const Day = z.string().date('must be a date, YYYY-MM-DD');
const WholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);
const Query = z.object({
	start_date: Day,
	end_date: Day,
	page: WholeNumber.pipe(z.number().int().min(1)).default('1'),
	size: WholeNumber.pipe(z.number().int().min(1).max(100)).default('25'),
	sort: z.enum(['asc', 'desc']).default('desc'),
});

const Person = object(
	{ type: text },
	{ email: text, first_name: text, last_name: text, mobile: text },
);
const Entry = object(
	{
		...{ id: text, action: oneOf('SIGNED', 'SEALED'), timestamp: time, business_id_paid_by: text },
		...{ cost_center: textOrNull, quality: QUALITY, initiator: Person, signer: Person },
	},
	{ signature_request_id: uuid, legislation: LEGISLATION },
);
const Activities = object({
	activities: listOf(Entry),
	...{ total_items: whole, total_pages: whole, current_page: whole, size: whole },
});
const input = reads({
	query: Query,
	answer: { summary: 'List who signed and sealed', content: json(Activities) },
});

const DAY_MS = 86_400_000;

/** Who signed and sealed, by date; interface.md 10 names the call, whose answer comes in pages. */
export function registerActivities(app: FastifyInstance, context: Context) {
	for (const version of ['v2', 'v3']) {
		app.get(`/${version}/activities/signatures`, input, (request, reply) => {
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
