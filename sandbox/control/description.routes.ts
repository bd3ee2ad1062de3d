import type { FastifyInstance } from 'fastify';
import type { RouteInput } from '../http/routeInput.ts';
import type { Context } from '../state/context.ts';
import { traitsOf } from '../state/dialect.ts';
import { visualSignatureSchema } from '../state/visualSignature.schema.ts';
import { swaggerSchemaOf, type SwaggerSchema } from './swaggerSchema.ts';
import { DEFINITIONS, V1_ANSWERS } from './v1Answers.ts';

interface Route {
	method: string;
	path: string;
	input?: RouteInput;
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** Version 1 describes itself as Swagger 2.0 (interface.md 4), by what reads its calls. */
export function registerDescription(
	app: FastifyInstance,
	routes: Route[],
	{ origin, settings }: Pick<Context, 'origin' | 'settings'>,
) {
	app.get('/v1/api-docs', (_request, reply) => {
		const { host, protocol } = new URL(origin());
		const own = routes.filter(({ method, path }) => method !== 'HEAD' && path.startsWith('/v1/'));
		const VisualSignature = swaggerSchemaOf(
			visualSignatureSchema(traitsOf(settings.dialect, 'v1')),
		);
		return reply.send({
			swagger: '2.0',
			info: { title: 'Electronic signatures', version: '1' },
			host,
			schemes: [protocol.replace(':', '')],
			basePath: '/v1',
			consumes: [JSON_TYPE],
			produces: [JSON_TYPE],
			securityDefinitions: { token: { type: 'apiKey', name: 'Authorization', in: 'header' } },
			paths: pathsOf(own),
			definitions: { ...DEFINITIONS, VisualSignature },
		});
	});
}

function pathsOf(routes: Route[]) {
	const paths: Record<string, Record<string, object>> = {};
	for (const route of routes) {
		const shown = route.path.slice('/v1'.length).replace(/:(\w+)/g, '{$1}');
		paths[shown] = { ...paths[shown], [route.method.toLowerCase()]: operationOf(route, shown) };
	}
	return paths;
}

function operationOf({ method, input = {} }: Route, path: string) {
	const isLogin = path === '/access/login';
	const { produces } = V1_ANSWERS[`${method} ${path}`] ?? {};
	return {
		operationId: operationIdOf(method, path),
		security: isLogin || path === '/api-docs' ? [] : [{ token: [] }],
		...(isLogin && { consumes: [FORM] }),
		...(produces && { produces }),
		parameters: [
			...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
				...{ name, in: 'path', required: true, type: 'string' },
			})),
			...membersOf(input.query).map((member) => ({ ...member, in: 'query' })),
			...(isLogin ? membersOf(input.body).map((member) => ({ ...member, in: 'formData' })) : []),
			...(isLogin ? [] : bodyOf(input)),
		],
		responses: responsesOf(method, path),
	};
}

const operationIdOf = (method: string, path: string) =>
	method.toLowerCase() +
	path.replace(/\W+(\w)/g, (_all, letter: string) => letter.toUpperCase()).replace(/\W/g, '');

function bodyOf({ body, isBodyOptional }: RouteInput) {
	const schema = body && swaggerSchemaOf(body);
	return schema ? [{ name: 'body', in: 'body', required: !isBodyOptional, schema }] : [];
}

/** The members of an object, each as a parameter of its own. */
function membersOf(input: RouteInput['query']) {
	const { properties = {}, required = [] } = (input ? swaggerSchemaOf(input) : {}) as {
		properties?: Record<string, SwaggerSchema>;
		required?: string[];
	};
	return Object.entries(properties).map(([name, schema]) => ({
		...{ ...schema, name, required: required.includes(name) },
	}));
}

function responsesOf(method: string, path: string) {
	const { schema } = V1_ANSWERS[`${method} ${path}`] ?? {};
	return {
		...(schema ? { 200: { description: 'Done', schema } } : { 204: { description: 'Done' } }),
		default: { description: 'Refused', schema: { $ref: '#/definitions/Problem' } },
	};
}
