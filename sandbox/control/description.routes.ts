import type { FastifyInstance } from 'fastify';
import type { Context } from '../state/context.ts';

interface Route {
	method: string;
	path: string;
}

const JSON_TYPE = 'application/json';

/** Version 1 describes itself as Swagger 2.0 (interface.md 4). */
export function registerDescription(
	app: FastifyInstance,
	routes: Route[],
	{ origin }: Pick<Context, 'origin'>,
) {
	app.get('/v1/api-docs', (_request, reply) => {
		const { host, protocol } = new URL(origin());
		const own = routes.filter(({ method, path }) => method !== 'HEAD' && path.startsWith('/v1/'));
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
			definitions: { Problem: PROBLEM },
		});
	});
}

function pathsOf(routes: Route[]) {
	const paths: Record<string, Record<string, object>> = {};
	for (const { method, path } of routes) {
		const shown = path.slice('/v1'.length).replace(/:(\w+)/g, '{$1}');
		paths[shown] = { ...paths[shown], [method.toLowerCase()]: operationOf(method, shown) };
	}
	return paths;
}

function operationOf(method: string, path: string) {
	const isOpen = path === '/access/login' || path === '/api-docs';
	const isLogin = path === '/access/login';
	const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	return {
		operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_all, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
		security: isOpen ? [] : [{ token: [] }],
		...(isLogin && { consumes: ['application/x-www-form-urlencoded'], produces: ['text/plain'] }),
		parameters: [
			...names.map((name) => ({ name, in: 'path', required: true, type: 'string' })),
			...(isLogin ? LOGIN_FIELDS : []),
			...(!isLogin && ['POST', 'PUT'].includes(method) ? [BODY] : []),
		],
		responses: {
			200: { description: 'Done' },
			default: { description: 'Refused', schema: { $ref: '#/definitions/Problem' } },
		},
	};
}

const LOGIN_FIELDS = ['username', 'api-key'].map((name) => ({
	...{ name, in: 'formData', required: true, type: 'string' },
}));
const BODY = { name: 'body', in: 'body', schema: { type: 'object' } };
const PROBLEM = {
	type: 'object',
	properties: {
		type: { type: 'string' },
		method: { type: 'string' },
		path: { type: 'string' },
		status: { type: 'integer' },
		message: { type: 'string' },
		key: { type: 'string' },
	},
};
