import { z } from 'zod/v4';

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Record<string, unknown>;

/** What is sent or answered, as JSON Schema; what has a name is added to `components`, and referred to. */
export function jsonSchemaOf(
	type: z.ZodType,
	io: 'input' | 'output',
	components: Components,
): JsonSchema {
	const isNoise = io === 'input' ? isRepeated : isRepeatedOrClosed;
	return tidy(z.toJSONSchema(type, { io, unrepresentable: 'any' }), isNoise, components);
}

type Components = Record<string, JsonSchema>;
type Noise = (entry: [string, unknown], schema: JsonSchema) => boolean;

function tidy(schema: JsonSchema, isNoise: Noise, components: Components): JsonSchema {
	const { title, ...others } = schema;
	const inner = (one: unknown) => tidy(one as JsonSchema, isNoise, components);
	const own = Object.fromEntries(
		Object.entries(others)
			.filter((entry) => !isNoise(entry, others))
			.map(([word, value]) => [word, tidyWord(word, value, inner)]),
	);
	if (typeof title !== 'string') return own;
	components[title] = own;
	return { $ref: `#/components/schemas/${title}` };
}

function tidyWord(word: string, value: unknown, inner: (one: unknown) => JsonSchema): unknown {
	if (word === 'anyOf') return (value as unknown[]).map(inner);
	if (word === 'items' || (word === 'additionalProperties' && value !== false)) return inner(value);
	if (word !== 'properties') return value;
	const members = Object.entries(value as Record<string, JsonSchema>);
	// What takes no value at all is there so that it is refused or lost, and no one sends it.
	const known = members.filter(([, member]) => !('not' in member));
	return Object.fromEntries(known.map(([name, member]) => [name, inner(member)]));
}

/** What says again what the format or the type already says. */
function isRepeated([word, value]: [string, unknown], { format }: JsonSchema): boolean {
	if (word === 'pattern') return ['date', 'date-time', 'uuid'].includes(String(format));
	if (['$schema', 'propertyNames'].includes(word)) return true;
	return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** An answer may get more members one day. */
const isRepeatedOrClosed: Noise = (entry, schema) =>
	isRepeated(entry, schema) || (entry[0] === 'additionalProperties' && entry[1] === false);
