import Ajv from 'ajv';
import type { openApiOf, Operation } from '../../../sandbox/openapi/openapi.ts';
import type { JsonSchema } from '../../../sandbox/openapi/jsonSchema.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import type { Dialect } from '../../../sandbox/state/dialect.ts';
import { call } from '../client.ts';

export const read = async (sandbox: Sandbox, address: string) =>
	await call(sandbox, 'GET', address);

export type Description = ReturnType<typeof openApiOf>;

export async function describedBy(sandbox: Sandbox, dialect: Dialect): Promise<Description> {
	const { json } = await read(sandbox, `/sandbox/openapi/${dialect}.json`);
	return json as unknown as Description;
}

/** By method and path, as in `GET /v2/documents/{id}`. */
export const operationsOf = ({ paths }: Description): Map<string, Operation> =>
	new Map(
		Object.entries(paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one]),
		),
	);

/** With no members but those that are described. */
function closed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(closed);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).map(([name, one]) => [name, closed(one)] as const);
	const isObject = 'properties' in value && !('additionalProperties' in value);
	return { ...Object.fromEntries(members), ...(isObject && { additionalProperties: false }) };
}

/** Says what of a value is not as a schema of the description has it; undefined where nothing. */
export function checkerOf(description: Description) {
	const ajv = new Ajv({ allErrors: true });
	const inside = (value: object) =>
		JSON.parse(JSON.stringify(closed(value)).replaceAll('"#/', '"description#/')) as object;
	ajv.addSchema({ $id: 'description', ...inside({ components: description.components }) });
	return (schema: JsonSchema, value: unknown) => {
		ajv.validate(inside(schema), value);
		return ajv.errors?.map(({ dataPath, message, params }) => ({ dataPath, message, params }));
	};
}
