import { z } from 'zod';

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Record<string, unknown>;

/** What a schema takes, or undefined where it takes no notice of what is given. */
export function jsonSchemaOf(type: z.ZodTypeAny): JsonSchema | undefined {
	const inner = innerOf(type);
	if (inner) return jsonSchemaOf(inner);
	if (type instanceof z.ZodNullable) {
		return { anyOf: [jsonSchemaOf(anyOf(type.unwrap())) ?? {}, { type: 'null' }] };
	}
	if (type instanceof z.ZodObject) return objectSchema(type as z.AnyZodObject);
	if (type instanceof z.ZodArray) return arraySchema(type as z.ZodArray<z.ZodTypeAny>);
	if (type instanceof z.ZodDiscriminatedUnion) {
		return { oneOf: (type.options as z.ZodTypeAny[]).map(jsonSchemaOf) };
	}
	if (type instanceof z.ZodEnum) return { type: 'string', enum: type.options as unknown };
	if (type instanceof z.ZodLiteral) return { const: type.value as unknown };
	if (type instanceof z.ZodString) return stringSchema(type);
	if (type instanceof z.ZodNumber) return numberSchema(type);
	if (type instanceof z.ZodBoolean) return { type: 'boolean' };
	return undefined;
}

/** Zod itself types the insides of its schemas loosely. */
const anyOf = (type: unknown) => type as z.ZodTypeAny;

/** What stands behind checks, defaults and conversions; a description is about what is sent. */
function innerOf(type: z.ZodTypeAny): z.ZodTypeAny | undefined {
	if (type instanceof z.ZodEffects) return anyOf(type.innerType());
	if (type instanceof z.ZodOptional) return anyOf(type.unwrap());
	if (type instanceof z.ZodDefault) return anyOf(type.removeDefault());
	// Digits in a query are a number to those who write it.
	if (type instanceof z.ZodPipeline) return anyOf((type._def as { out: unknown }).out);
	return undefined;
}

function objectSchema({ shape, _def }: z.AnyZodObject): JsonSchema {
	const members = Object.entries(shape as z.ZodRawShape).flatMap(([name, member]) => {
		const schema = jsonSchemaOf(member);
		return schema ? [{ name, schema, isRequired: !member.isOptional() }] : [];
	});
	const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
	return {
		type: 'object',
		...(required.length > 0 && { required }),
		properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
		...(_def.unknownKeys === 'strict' && { additionalProperties: false }),
	};
}

function arraySchema(type: z.ZodArray<z.ZodTypeAny>): JsonSchema {
	const { minLength, maxLength } = type._def;
	return {
		type: 'array',
		items: jsonSchemaOf(type.element) ?? {},
		...(minLength && { minItems: minLength.value }),
		...(maxLength && { maxItems: maxLength.value }),
	};
}

function numberSchema({ isInt, minValue, maxValue, _def }: z.ZodNumber): JsonSchema {
	const isOpen = _def.checks.some((one) => one.kind === 'min' && !one.inclusive);
	return {
		type: isInt ? 'integer' : 'number',
		...(minValue !== null && { [isOpen ? 'exclusiveMinimum' : 'minimum']: minValue }),
		...(maxValue !== null && { maximum: maxValue }),
	};
}

const FORMATS: Partial<Record<z.ZodStringCheck['kind'], string>> = { url: 'uri', date: 'date' };

function stringSchema({ minLength, maxLength, _def: { checks } }: z.ZodString): JsonSchema {
	const format = checks.map(({ kind }) => FORMATS[kind]).find(Boolean);
	const pattern = checks.flatMap((one) => (one.kind === 'regex' ? one.regex.source : []))[0];
	return {
		type: 'string',
		...(minLength !== null && { minLength }),
		...(maxLength !== null && { maxLength }),
		...(format && { format }),
		...(pattern && { pattern }),
	};
}
