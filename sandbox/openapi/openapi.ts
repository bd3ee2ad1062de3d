import { FORM } from '../http/body.ts';
import type { Answer, RouteInput } from '../http/routeInput.ts';
import type { Route } from '../interface.ts';
import { traitsOf, type Dialect } from '../state/dialect.ts';
import { VERSIONS } from '../state/version.ts';
import { answersOf } from './answers.ts';
import { jsonSchemaOf, type JsonSchema } from './jsonSchema.ts';
import { PROBLEM, schemasOf } from './schemas.ts';
import { text } from './shapes.ts';
import { VALIDATION_ANSWERS } from './validation.ts';

interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header';
	required: boolean;
	schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema }>;

export interface Operation {
	operationId: string;
	summary: string;
	tags: string[];
	security: object[];
	parameters: Parameter[];
	requestBody?: { required: boolean; content: Content };
	responses: Record<string, { description: string; content?: Content }>;
}

export type Paths = Record<string, Record<string, Operation>>;

/** The interface in one dialect: calls by the schemas that read them, answers as their routes or `answers.ts` describe them. */
export function openApiOf(routes: Route[], dialect: Dialect, server: string) {
	const paths: Paths = {};
	for (const { method, path, input } of routes) {
		const [, tag = '', rest = ''] = /^\/(validation\/v1|v\d)(\/.*)$/.exec(path) ?? [];
		const answer = tag && answerOf(tag, dialect, `${method} ${shown(rest)}`, input);
		if (!answer) continue;
		paths[shown(path)] = {
			...paths[shown(path)],
			[method.toLowerCase()]: describe({ method, path: shown(path), tag, input, answer, dialect }),
		};
	}
	return {
		openapi: '3.1.0',
		info: {
			title: `Electronic signatures (${dialect} dialect)`,
			version: '1',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: server }],
		tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
		paths,
		components: {
			securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
			schemas: schemasIn(dialect),
		},
	};
}

const TAGS = {
	v1: 'Signing, version 1',
	v2: 'Signing, version 2, the stable one',
	v3: 'Signing, version 3: drafts, several documents, observers',
	'validation/v1': 'Validation of signatures',
};

const shown = (path: string) => path.replace(/:(\w+)/g, '{$1}');

function schemasIn(dialect: Dialect): Record<string, JsonSchema> {
	const named = VERSIONS.flatMap((version) =>
		Object.entries(schemasOf(version, traitsOf(dialect, version))).map(
			([name, schema]) => [name + version.toUpperCase(), schema] as const,
		),
	);
	return { Problem: PROBLEM, ...Object.fromEntries(named) };
}

function answerOf(
	tag: string,
	dialect: Dialect,
	name: string,
	{ answer }: RouteInput = {},
): Answer | undefined {
	if (answer) return { status: 200, ...answer };
	const version = VERSIONS.find((one) => one === tag);
	const answers = version ? answersOf(version, traitsOf(dialect, version)) : VALIDATION_ANSWERS;
	return answers[name];
}

interface Call {
	method: string;
	path: string;
	tag: string;
	input?: RouteInput;
	answer: Answer;
	dialect: Dialect;
}

function describe(call: Call): Operation {
	const { method, path, tag, answer, dialect } = call;
	const { query, headers, body, isBodyOptional } = inputOf(call);
	const problem = tag === 'v3' ? 'application/problem+json' : 'application/json';
	const refusal = { [problem]: { $ref: '#/components/schemas/Problem' } };
	return {
		operationId: operationIdOf(method, path),
		summary: answer.summary,
		tags: [tag],
		security: isOpen(path, dialect) ? [] : [{ token: [] }],
		parameters: [
			...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
				...({ name, in: 'path', required: true, schema: { type: 'string' } } as const),
			})),
			...parametersIn('query', query),
			...parametersIn('header', headers),
		],
		...(body && { requestBody: { required: !isBodyOptional, content: contentOf(body) } }),
		responses: {
			[answer.status]: {
				description: 'Done',
				...(Object.keys(answer.content).length > 0 && { content: contentOf(answer.content) }),
			},
			...(isLogin(path) && {
				// Some services refuse a wrong login with 400 and a sentence, others with 401.
				400: {
					description: 'The username or the API key is wrong, or one is missing',
					content: contentOf({ 'text/plain': text, ...refusal }),
				},
			}),
			'4XX': { description: 'Refused; the message says why', content: contentOf(refusal) },
		},
	};
}

function parametersIn(place: 'query' | 'header', schema: JsonSchema = {}): Parameter[] {
	const { properties = {}, required = [] } = schema as {
		properties?: Record<string, JsonSchema>;
		required?: string[];
	};
	return Object.entries(properties).map(([name, one]) => ({
		...{ name, in: place, required: required.includes(name), schema: one },
	}));
}

const isLogin = (path: string) => path.endsWith('/access/login');

const isOpen = (path: string, dialect: Dialect) =>
	isLogin(path) ||
	path.includes('/sendto') ||
	(path.endsWith('/credits/infos') && !traitsOf(dialect).pricesNeedToken);

const contentOf = (schemas: Record<string, JsonSchema>): Content =>
	Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));

interface Input {
	query?: JsonSchema;
	headers?: JsonSchema;
	body?: Record<string, JsonSchema>;
	isBodyOptional?: boolean;
}

function inputOf({ path, input = {}, dialect }: Call): Input {
	const schema = input.body && jsonSchemaOf(input.body);
	const takesForm = isLogin(path) && (/^\/v1/.test(path) || isFormTaken(dialect));
	const takesJson = !takesForm || isFormTaken(dialect);
	return {
		query: input.query && jsonSchemaOf(input.query),
		headers: input.headers && jsonSchemaOf(input.headers),
		isBodyOptional: input.isBodyOptional,
		...(schema && {
			body: {
				...(takesJson && { 'application/json': schema }),
				...(takesForm && { [FORM]: schema }),
				...(input.takesMultipart && { 'multipart/form-data': withFile(schema) }),
			},
		}),
	};
}

const withFile = ({ properties, ...others }: JsonSchema): JsonSchema => ({
	...others,
	properties: { ...(properties as object), content: { type: 'string', format: 'binary' } },
});

const isFormTaken = (dialect: Dialect) => traitsOf(dialect).takesFormLogin;

/** `POST /v2/signature-requests/{id}/remind` is `postV2SignatureRequestsIdRemind`. */
export const operationIdOf = (method: string, path: string) =>
	method.toLowerCase() +
	path.replace(/\W+(\w)/g, (_all, letter: string) => letter.toUpperCase()).replace(/\W/g, '');
