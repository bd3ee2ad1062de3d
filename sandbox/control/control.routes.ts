import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { readJson, readOptionalJson, type Reader } from '../http/body.ts';
import type { ControlAccess } from '../http/controlAccess.ts';
import { describes, json, type Description } from '../http/route.ts';
import type { Route } from '../interface.ts';
import { openApiOf } from '../openapi/openapi.ts';
import { badRequest, forbidden, type Problem } from '../http/problem.ts';
import { isOwnForm } from '../pages/sameSite.ts';
import type { Settings } from '../state/settings.ts';
import type { Desk, Operation } from './operation.ts';
import { PEOPLE_OPERATIONS } from './people.operations.ts';
import { SERVICE_OPERATIONS } from './service.operations.ts';
import { SETTINGS_OPERATIONS } from './settings.operations.ts';
import { snapshotOperations } from './snapshot.operations.ts';
import { TENANTS_OPERATIONS } from './tenants.operations.ts';
import { TOOLING_OPERATIONS } from './tooling.operations.ts';
import { WAIT_OPERATIONS } from './wait.operations.ts';
import { within } from '../http/within.ts';

interface Options {
	/** The settings of the flags. */
	initial: Settings;
	access: ControlAccess;
	/** All that are registered. */
	routes: Route[];
}

const PREFIX = '/sandbox';

/** Calls for those who run the sandbox; the service itself has none of them. */
export function registerControl(
	app: FastifyInstance,
	desk: Desk,
	{ initial, access, routes }: Options,
) {
	const operations = [
		...PEOPLE_OPERATIONS,
		...SERVICE_OPERATIONS,
		...SETTINGS_OPERATIONS,
		...WAIT_OPERATIONS,
		...TENANTS_OPERATIONS,
		...TOOLING_OPERATIONS,
		...snapshotOperations(initial),
	];
	within(app, PREFIX, (scope) => {
		scope.addHook('onRequest', (request, _reply, next) => next(refusalOf(request, access)));
		scope.get('/openapi.json', (_request, reply) =>
			reply.send(
				openApiOf(
					routes.filter(({ path }) => path.startsWith(`${PREFIX}/`)),
					{
						title: 'Control of the eSignature sandbox',
						server: desk.origin(),
						prefix: PREFIX,
						token: 'controlKey',
						// A key is needed only by a sandbox that was started with one.
						security: [{ controlKey: [] }, {}],
						refusals: { default: { means: 'The sandbox has made a mistake' } },
					},
				),
			),
		);
		for (const one of operations) registerOperation(scope, one, desk);
	});
}

function registerOperation(app: FastifyInstance, one: Operation, desk: Desk) {
	app.route({
		method: one.method,
		url: one.path.replace(/\{(\w+)\}/g, ':$1'),
		bodyLimit: one.bodyLimit ?? 1024 * 1024,
		...describes(descriptionOf(one)),
		handler: async (request, reply) => {
			const answer = await one.run(
				{
					params: request.params as Record<string, string>,
					query: queryOf(request, one),
					body: one.body && bodyOf(request, one),
				},
				desk,
			);
			return await (one.answer ? reply.send(answer) : reply.code(204).send());
		},
	});
}

function descriptionOf({ summary, query, body, answer, refusals = [] }: Operation): Description {
	const statuses = [...OF_ALL, ...(body ? OF_BODIES : []), ...refusals];
	return {
		summary,
		body,
		query: query && z.object(Object.fromEntries(query.map((name) => [name, Parameter]))),
		isBodyOptional: body?.safeParse({}).success,
		...(answer ? { answer: json(answer) } : { status: 204 }),
		refusals: Object.fromEntries(statuses.map((status) => [status, { means: REASONS[status] }])),
	};
}

const Parameter = z.string().optional();
const OF_ALL = [400, 401, 403, 421] as const;
const OF_BODIES = [413, 415] as const;
const REASONS = {
	400: 'A parameter or the body is wrong',
	401: 'The control key is missing or wrong',
	403: 'The call comes from another site or, without a control key, from another machine',
	404: 'There is no such thing',
	409: 'It will not happen any more',
	413: 'The body is too large',
	415: 'The body is not JSON',
	421: 'The sandbox does not answer under this host name',
	504: 'It did not happen in time',
};

function bodyOf(request: FastifyRequest, { body }: Operation): unknown {
	const schema = body as Reader<unknown>;
	return schema.safeParse({}).success
		? readOptionalJson(request, schema)
		: readJson(request, schema);
}

/** A parameter that is given twice counts once. A misspelled one would find more than was asked for. */
function queryOf(request: FastifyRequest, { query = [] }: Operation): Record<string, string> {
	const entries = Object.entries(request.query as Record<string, string | string[]>);
	const unknown = entries.find(([name]) => !query.includes(name));
	if (unknown) throw badRequest(`${unknown[0]}: is no parameter of this call.`);
	return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat()[0] ?? '']));
}

/** Pages elsewhere neither read nor change anything, and others only what the access allows. */
function refusalOf(request: FastifyRequest, access: ControlAccess): Problem | undefined {
	if (!isOwnForm(request)) return forbidden('Control calls are not taken from other sites.');
	return access.refusalOf(request);
}
