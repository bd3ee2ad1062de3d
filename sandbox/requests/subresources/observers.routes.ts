import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../../access/authentication.ts';
import { check, readJson } from '../../http/body.ts';
import { describes, json } from '../../http/route.ts';
import type { Context } from '../../state/context.ts';
import { note } from '../lifecycle/lifecycle.ts';
import { notFound } from '../../http/problem.ts';
import { requestForReader, requestForWriter } from '../../access/requestAccess.ts';
import type { Observer, RequestRecord } from '../../state/requestRecord.ts';
import { traitsOf } from '../../state/dialect.ts';
import { observerAnswer, observerView } from '../request/observer.view.ts';
import { groupMembers } from '../request/signers.ts';
import { Email } from '../../state/values.schema.ts';

const NewObserver = z
	.discriminatedUnion('type', [
		z.object({
			type: z.literal('USER'),
			email: Email.optional(),
			user_id: z.string().min(1).optional(),
		}),
		z.object({ type: z.literal('GROUP'), group_id: z.string().min(1) }),
	])
	.refine(
		(body) => body.type === 'GROUP' || !(body.email !== undefined && body.user_id !== undefined),
		{
			path: ['email'],
			message: 'cannot be combined with user_id',
		},
	)
	.transform((body) => ({
		type: body.type,
		who: body.type === 'GROUP' ? body.group_id : (body.email ?? body.user_id ?? ''),
	}))
	.refine(({ who }) => who !== '', { path: ['email'], message: 'email or user_id is required' });

/** Listing and reading answer 400 to identifiers that cannot be any (interface.md 4.3 and 7). */
const RequestParams = z.object({ id: z.guid() });
const ObserverParams = RequestParams.extend({ observer_id: z.string().startsWith('ob_') });

/** Observers are v3 only (interface.md 9). */
export function registerObservers(app: FastifyInstance, context: Context) {
	const path = '/v3/signature-requests/:id/observers';
	const { settings } = context;
	const { emptyStatus } = traitsOf(settings.dialect, 'v3');
	const answer = observerAnswer('v3', settings.dialect);

	const addition = describes({
		summary: 'Add an observer',
		body: NewObserver,
		answer: json(answer),
	});
	app.post(path, addition, (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(check(RequestParams, request.params).id, caller, context);
		const { type, who } = readJson(request, NewObserver);
		if (type === 'GROUP') groupMembers(who, settings);
		const observer: Observer = {
			id: `ob_${randomUUID()}`,
			type,
			who,
			invitedAt: context.clock.now(),
			invitedBy: caller.username,
		};
		found.observers.push(observer);
		note(found, 'add observer', context, caller.username);
		return reply.send(observerView(observer, settings));
	});

	const list = describes({ summary: 'List observers', answer: json(z.array(answer)) });
	app.get(path, list, (request, reply) => {
		const { id } = check(RequestParams, request.params);
		const { observers } = requestForReader(id, callerOf(request), context);
		return reply.send(observers.map((observer) => observerView(observer, settings)));
	});

	const read = describes({ summary: 'Read an observer', answer: json(answer) });
	app.get(`${path}/:observer_id`, read, (request, reply) => {
		const { id, observer_id: observerId } = check(ObserverParams, request.params);
		const found = requestForReader(id, callerOf(request), context);
		return reply.send(observerView(observerOf(found, observerId), settings));
	});

	const removal = describes({ summary: 'Remove an observer', status: emptyStatus });
	app.delete(`${path}/:observer_id`, removal, (request, reply) => {
		const caller = callerOf(request);
		const { id, observer_id: observerId } = check(ObserverParams, request.params);
		const found = requestForWriter(id, caller, context);
		const observer = observerOf(found, observerId);
		found.observers = found.observers.filter((other) => other !== observer);
		note(found, 'remove observer', context, caller.username);
		return reply.code(emptyStatus).send();
	});
}

function observerOf({ observers }: RequestRecord, id: string): Observer {
	const observer = observers.find((one) => one.id === id);
	if (!observer) throw notFound('The observer');
	return observer;
}
