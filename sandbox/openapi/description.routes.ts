import fastify, { type FastifyInstance } from 'fastify';
import { check } from '../http/body.ts';
import { registerInterface, routesOf, type Route } from '../interface.ts';
import type { Context } from '../state/context.ts';
import { DIALECTS, type Dialect } from '../state/dialect.ts';
import { Store } from '../state/store.ts';
import { z } from 'zod/v4';
import { openApiOf } from './openapi.ts';
import { swaggerOf } from './swagger.ts';

const Params = z.object({ dialect: z.enum(DIALECTS) });

const TAGS = {
	v1: 'Signing, version 1',
	v2: 'Signing, version 2, the stable one',
	v3: 'Signing, version 3: drafts, several documents, observers',
	'validation/v1': 'Validation of signatures',
};

/** What can be called, for those who generate a client; open to everyone, as it holds no secrets. */
export function registerDescription(app: FastifyInstance, context: Context) {
	const { settings } = context;
	app.get('/sandbox/openapi/:dialect.json', async (request, reply) => {
		const { dialect } = check(Params, request.params);
		const filename = `esignature-${dialect}.openapi.json`;
		return await reply
			.header('content-disposition', `inline; filename=${filename}`)
			.send(await describe(dialect, context));
	});

	app.get('/v1/api-docs', async (_request, reply) =>
		reply.send(swaggerOf(await describe(settings.dialect, context))),
	);
}

const describe = async (dialect: Dialect, context: Context) =>
	openApiOf(await routesIn(dialect, context), {
		title: `Electronic signatures (${dialect} dialect)`,
		server: context.origin(),
		tags: TAGS,
		token: 'token',
		security: [{ token: [] }],
		refusals: { '4XX': { means: 'Refused; the message says why' } },
	});

/** A service that never listens reads the calls of a dialect that this one may not speak. */
async function routesIn(dialect: Dialect, context: Context): Promise<Route[]> {
	const app = fastify({ exposeHeadRoutes: false });
	const routes = routesOf(app);
	const settings = { ...context.settings, dialect };
	registerInterface(app, { ...context, settings, store: new Store() });
	await app.ready();
	return routes;
}
