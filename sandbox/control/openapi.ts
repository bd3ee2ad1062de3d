import { z } from 'zod/v4';
import { operationIdOf } from '../openapi/openapi.ts';
import { PROBLEM } from '../openapi/schemas.ts';
import type { Operation } from './operation.ts';

/** The control calls as OpenAPI 3.1 describes them, made from what reads them and what they answer. */
export function openApiOf(operations: Operation[], server: string) {
	const paths: Record<string, Record<string, ReturnType<typeof described>>> = {};
	for (const one of operations) {
		paths[`/sandbox${one.path}`] = {
			...paths[`/sandbox${one.path}`],
			[one.method.toLowerCase()]: described(one),
		};
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Control of the eSignature sandbox',
			version: '1',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: server }],
		// A key is needed only by a sandbox that was started with one.
		security: [{ controlKey: [] }, {}],
		paths,
		components: {
			securitySchemes: { controlKey: { type: 'http', scheme: 'bearer' } },
			schemas: { Problem: PROBLEM },
		},
	};
}

function described({ method, summary, path, query = [], body, answer, refusals = [] }: Operation) {
	const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
	const schema = { type: 'string' };
	const statuses = [...OF_ALL, ...(body ? OF_BODIES : []), ...refusals];
	return {
		operationId: operationIdOf(method, path),
		summary,
		parameters: [
			...names.map((name) => ({ name, in: 'path', required: true, schema })),
			...query.map((name) => ({ name, in: 'query', schema })),
		],
		...(body && {
			requestBody: {
				required: !body.safeParse({}).success,
				content: json(schemaOf(body, 'input')),
			},
		}),
		responses: {
			...(answer
				? { 200: { description: 'Done', content: json(schemaOf(answer, 'output')) } }
				: { 204: { description: 'Done' } }),
			...Object.fromEntries(statuses.map((status) => [status, refused(REASONS[status])])),
			default: refused('The sandbox has made a mistake'),
		},
	};
}

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

const json = (schema: object) => ({ 'application/json': { schema } });

const refused = (description: string) => ({
	description,
	content: json({ $ref: '#/components/schemas/Problem' }),
});

function schemaOf(type: z.ZodType, io: 'input' | 'output') {
	// Its dialect of JSON Schema is the one that OpenAPI 3.1 means anyway.
	return { ...z.toJSONSchema(type, { io, unrepresentable: 'any' }), $schema: undefined };
}
