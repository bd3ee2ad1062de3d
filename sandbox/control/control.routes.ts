import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson, readOptionalJson, type Reader } from '../http/body.ts';
import type { ControlAccess } from '../http/controlAccess.ts';
import { badRequest, forbidden, type Problem } from '../http/problem.ts';
import { isOwnForm } from '../pages/sameSite.ts';
import type { Settings } from '../state/settings.ts';
import { openApiOf } from './openapi.ts';
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
}

/** Calls for those who run the sandbox; the service itself has none of them. */
export function registerControl(app: FastifyInstance, desk: Desk, { initial, access }: Options) {
	const operations = [
		...PEOPLE_OPERATIONS,
		...SERVICE_OPERATIONS,
		...SETTINGS_OPERATIONS,
		...WAIT_OPERATIONS,
		...TENANTS_OPERATIONS,
		...TOOLING_OPERATIONS,
		...snapshotOperations(initial),
	];
	within(app, '/sandbox', (scope) => {
		scope.addHook('onRequest', (request, _reply, next) => next(refusalOf(request, access)));
		scope.get('/openapi.json', (_request, reply) =>
			reply.send(openApiOf(operations, desk.origin())),
		);
		for (const one of operations) registerOperation(scope, one, desk);
	});
}

function registerOperation(app: FastifyInstance, one: Operation, desk: Desk) {
	app.route({
		method: one.method,
		url: one.path.replace(/\{(\w+)\}/g, ':$1'),
		bodyLimit: one.bodyLimit ?? 1024 * 1024,
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

function bodyOf(request: FastifyRequest, { body }: Operation): unknown {
	const schema = body as unknown as Reader<unknown>;
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
