import fastify, { type FastifyInstance } from 'fastify';
import { check } from '../http/body.ts';
import { registerInterface, routesOf, type Route } from '../interface.ts';
import type { Context } from '../state/context.ts';
import { DIALECTS, type Dialect } from '../state/dialect.ts';
import { Store } from '../state/store.ts';
import { z } from 'zod';
import { openApiOf } from './openapi.ts';
import { swaggerOf } from './swagger.ts';

const Params = z.object({ dialect: z.enum(DIALECTS) });

/** What can be called, for those who generate a client; open to everyone, as it holds no secrets. */
export function registerDescription(app: FastifyInstance, context: Context) {
	const { origin, settings } = context;
	app.get('/sandbox/openapi/:dialect.json', async (request, reply) => {
		const { dialect } = check(Params, request.params);
		const description = openApiOf(await routesIn(dialect, context), dialect, origin());
		const filename = `esignature-${dialect}.openapi.json`;
		return await reply
			.header('content-disposition', `inline; filename=${filename}`)
			.send(description);
	});

	app.get('/v1/api-docs', async (_request, reply) => {
		const { dialect } = settings;
		return await reply.send(
			swaggerOf(openApiOf(await routesIn(dialect, context), dialect, origin())),
		);
	});
}

/** A service that never listens reads the calls of a dialect that this one may not speak. */
async function routesIn(dialect: Dialect, context: Context): Promise<Route[]> {
	const app = fastify({ exposeHeadRoutes: false });
	const routes = routesOf(app);
	const settings = { ...context.settings, dialect };
	registerInterface(app, { ...context, settings, store: new Store() });
	await app.ready();
	return routes;
}
