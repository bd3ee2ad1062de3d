import type { z } from 'zod/v4';
import { ProblemAnswer, problemTypeOf } from '../http/problem.ts';
import type { Content, Description } from '../http/route.ts';
import type { Route } from '../interface.ts';
import { jsonSchemaOf, type JsonSchema } from './jsonSchema.ts';

interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header';
	required: boolean;
	schema: JsonSchema;
}

type SchemasByType = Record<string, { schema: JsonSchema }>;

export interface Response {
	description: string;
	content?: SchemasByType;
}

export interface Operation {
	operationId: string;
	summary: string;
	tags?: string[];
	security?: object[];
	parameters: Parameter[];
	requestBody?: { required: boolean; content: SchemasByType };
	responses: Record<string, Response>;
}

export type Paths = Record<string, Record<string, Operation>>;

/** What is the same for all calls of an interface. */
interface About {
	title: string;
	server: string;
	/** In front of all paths. */
	prefix?: string;
	/** By the beginnings of paths. */
	tags?: Record<string, string>;
	/** The name of the token, and what is accepted. */
	token: string;
	security: object[];
	/** Beside those of single calls, by their status. */
	refusals: Description['refusals'];
}

/** Everything that says what it reads and answers, as OpenAPI 3.1 describes it. */
export function openApiOf(routes: Route[], about: About) {
	const schemas: Record<string, JsonSchema> = {};
	const paths: Paths = {};
	for (const { method, path: url, description } of routes) {
		if (!description) continue;
		const path = url.replace(/:(\w+)/g, '{$1}');
		const operation = operationOf({ method, path, description }, about, schemas);
		paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
	}
	const tags = Object.entries(about.tags ?? {});
	return {
		openapi: '3.1.0',
		info: { title: about.title, version: '1', license: { name: 'MIT', identifier: 'MIT' } },
		servers: [{ url: about.server }],
		...(tags.length > 0 && { tags: tags.map(([name, description]) => ({ name, description })) }),
		security: about.security,
		paths,
		components: {
			securitySchemes: { [about.token]: { type: 'http', scheme: 'bearer' } },
			schemas,
		},
	};
}

function operationOf(
	{ method, path, description }: Required<Route>,
	{ prefix = '', tags = {}, refusals }: About,
	components: Record<string, JsonSchema>,
): Operation {
	const { summary, query, headers, body, answer = {}, status = 200 } = description;
	const { mediaTypes = ['application/json'], isBodyOptional = false, isOpen } = description;
	const sent = (type: z.ZodType) => jsonSchemaOf(type, 'input', components);
	const answered = (content: Content): SchemasByType =>
		mapped(content, (type) => ({ schema: jsonSchemaOf(type, 'output', components) }));
	const tag = Object.keys(tags).find((one) => path.startsWith(`/${one}/`));
	const problem = { [problemTypeOf(path)]: ProblemAnswer };
	return {
		operationId: operationIdOf(method, path.slice(prefix.length)),
		summary,
		...(tag !== undefined && { tags: [tag] }),
		...(isOpen && { security: [] }),
		parameters: [
			...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
				...({ name, in: 'path', required: true, schema: { type: 'string' } } as const),
			})),
			...(query ? parametersIn('query', sent(query)) : []),
			...(headers ? parametersIn('header', sent(headers)) : []),
		],
		...(body && {
			requestBody: { required: !isBodyOptional, content: bodiesOf(sent(body), mediaTypes) },
		}),
		responses: {
			[status]: {
				description: 'Done',
				...(Object.keys(answer).length > 0 && { content: answered(answer) }),
			},
			...mapped({ ...description.refusals, ...refusals }, ({ means, also }) => ({
				description: means,
				content: answered({ ...also, ...problem }),
			})),
		},
	};
}

function parametersIn(place: 'query' | 'header', schema: JsonSchema): Parameter[] {
	const { properties = {}, required = [] } = schema as {
		properties?: Record<string, JsonSchema>;
		required?: string[];
	};
	return Object.entries(properties).map(([name, one]) => ({
		...{ name, in: place, required: required.includes(name), schema: one },
	}));
}

const bodiesOf = (schema: JsonSchema, mediaTypes: readonly string[]): SchemasByType =>
	Object.fromEntries(
		mediaTypes.map((type) => [
			type,
			{ schema: type === 'multipart/form-data' ? withFile(schema) : schema },
		]),
	);

const withFile = ({ properties, ...others }: JsonSchema): JsonSchema => ({
	...others,
	properties: { ...(properties as object), content: { type: 'string', format: 'binary' } },
});

function mapped<From, To>(record: Record<string, From>, map: (value: From) => To) {
	return Object.fromEntries(Object.entries(record).map(([name, one]) => [name, map(one)]));
}

/** `POST /v2/signature-requests/{id}/remind` is `postV2SignatureRequestsIdRemind`. */
const operationIdOf = (method: string, path: string) =>
	method.toLowerCase() +
	path.replace(/\W+(\w)/g, (_all, letter: string) => letter.toUpperCase()).replace(/\W/g, '');
