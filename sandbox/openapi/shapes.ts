import type { JsonSchema } from './jsonSchema.ts';

/** Short words for the schemas of answers. */
export const text = { type: 'string' };
export const whole = { type: 'integer' };
export const number = { type: 'number' };
export const flag = { type: 'boolean' };
export const time = { type: 'string', format: 'date-time' };
export const date = { type: 'string', format: 'date' };
export const uuid = { type: 'string', format: 'uuid' };
export const textOrNull = { type: ['string', 'null'] };
export const anyObject = { type: 'object' };
export const texts = { type: 'array', items: text };
export const listOf = (items: JsonSchema) => ({ type: 'array', items });
export const oneOf = (...values: string[]) => ({ type: 'string', enum: values });

/** The first members are always there, the others where there is something to say. */
export const object = (
	always: Record<string, JsonSchema>,
	sometimes: Record<string, JsonSchema> = {},
): JsonSchema => ({
	type: 'object',
	...(Object.keys(always).length > 0 && { required: Object.keys(always) }),
	properties: { ...always, ...sometimes },
});

const FILE = { type: 'string', format: 'binary' };
export const json = (schema: JsonSchema) => ({ 'application/json': schema });
export const file = (...types: string[]) =>
	Object.fromEntries(types.map((type) => [type, FILE])) as Record<string, JsonSchema>;
