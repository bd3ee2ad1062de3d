import type { JsonSchema } from './jsonSchema.ts';
import type { openApiOf, Operation, Paths } from './openapi.ts';
import { FORM } from '../http/body.ts';

/** Version 1 as Swagger 2.0 (interface.md 4), which knows fewer words than OpenAPI 3.1. */
export function swaggerOf({
	info,
	servers,
	security,
	paths,
	components,
}: ReturnType<typeof openApiOf>) {
	const { host, protocol } = new URL(servers[0]?.url ?? '');
	const own = Object.entries(paths).filter(([path]) => path.startsWith('/v1/'));
	const schemas = Object.entries(components.schemas).filter(([name]) => !/V[23]$/.test(name));
	const description = {
		swagger: '2.0',
		info: { title: info.title, version: info.version },
		host,
		schemes: [protocol.replace(':', '')],
		basePath: '/v1',
		consumes: ['application/json'],
		produces: ['application/json'],
		security,
		securityDefinitions: { token: { type: 'apiKey', name: 'Authorization', in: 'header' } },
		paths: Object.fromEntries(
			own.map(([path, calls]) => [path.slice('/v1'.length), callsOf(calls)]),
		),
		definitions: Object.fromEntries(schemas),
	};
	return inSwagger(description) as typeof description;
}

const callsOf = (calls: Paths[string]) =>
	Object.fromEntries(Object.entries(calls).map(([method, one]) => [method, callOf(one)]));

function callOf({ parameters, requestBody, responses, summary, operationId, security }: Operation) {
	const { 200: ok, 204: nothing, 400: refused } = responses;
	const types = Object.keys(ok?.content ?? {});
	const form = requestBody?.content[FORM]?.schema;
	const schema = requestBody?.content['application/json']?.schema;
	const answer = Object.values(ok?.content ?? {})[0]?.schema;
	return {
		...{ operationId, summary, ...(security && { security }) },
		...(form && { consumes: [FORM] }),
		...(types.some((type) => type !== 'application/json') && { produces: types }),
		parameters: [
			...parameters.map(({ schema: plain, ...parameter }) => ({ ...plain, ...parameter })),
			...(form ? membersOf(form) : []),
			...(schema && !form
				? [{ name: 'body', in: 'body', required: requestBody.required, schema }]
				: []),
		],
		responses: {
			...(answer ? { 200: { description: 'Done', schema: answer } } : { 204: nothing }),
			// Version 2.0 has one schema for all media types; a login's refusal has two.
			...(refused && { 400: { description: refused.description } }),
			default: { description: 'Refused', schema: { $ref: '#/components/schemas/Problem' } },
		},
	};
}

function membersOf(form: JsonSchema) {
	const { properties, required } = form as {
		properties: Record<string, JsonSchema>;
		required: string[];
	};
	return Object.entries(properties).map(([name, schema]) => ({
		...{ ...schema, name, in: 'formData', required: required.includes(name) },
	}));
}

/** The same without references, null and words that Swagger 2.0 does not have. */
function inSwagger(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inSwagger);
	if (typeof value !== 'object' || value === null) return value;
	const { $ref, anyOf, type, format, exclusiveMinimum, ...others } = value as JsonSchema;
	if (typeof $ref === 'string') return { $ref: $ref.replace('components/schemas', 'definitions') };
	if (Array.isArray(anyOf)) return { ...(inSwagger(anyOf[0]) as object), 'x-nullable': true };
	if (format === 'binary') return { type: 'file' };
	if ('const' in others) return { type: 'string', enum: [others.const] };
	return {
		...(Array.isArray(type) ? { type: type[0] as string, 'x-nullable': true } : { type }),
		...(format !== undefined && { format }),
		...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
		...Object.fromEntries(Object.entries(others).map(([name, one]) => [name, inSwagger(one)])),
	};
}
