import { z } from 'zod';

/** A schema as Swagger 2.0 knows it. */
export type SwaggerSchema = Record<string, unknown>;

/** What a schema takes, or undefined where it takes no notice of what is given. */
export function swaggerSchemaOf(type: z.ZodTypeAny): SwaggerSchema | undefined {
	const inner = innerOf(type);
	if (inner) return swaggerSchemaOf(inner);
	if (type instanceof z.ZodNullable) {
		return { ...swaggerSchemaOf(anyOf(type.unwrap())), 'x-nullable': true };
	}
	if (type instanceof z.ZodObject) return objectSchema(type as z.ZodObject<z.ZodRawShape>);
	if (type instanceof z.ZodArray) return arraySchema(type as z.ZodArray<z.ZodTypeAny>);
	if (type instanceof z.ZodEnum) return { type: 'string', enum: type.options as unknown };
	if (type instanceof z.ZodString) return { type: 'string', ...limitsOf(type) };
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
	if (type instanceof z.ZodPipeline) return anyOf((type._def as { in: unknown }).in);
	return undefined;
}

function objectSchema({ shape }: z.ZodObject<z.ZodRawShape>): SwaggerSchema {
	const members = Object.entries(shape).flatMap(([name, member]) => {
		const schema = swaggerSchemaOf(member);
		return schema ? [{ name, schema, isRequired: !member.isOptional() }] : [];
	});
	const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
	return {
		type: 'object',
		...(required.length > 0 && { required }),
		properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
	};
}

function arraySchema(type: z.ZodArray<z.ZodTypeAny>): SwaggerSchema {
	const { minLength, maxLength } = type._def;
	return {
		type: 'array',
		items: swaggerSchemaOf(type.element) ?? {},
		...(minLength && { minItems: minLength.value }),
		...(maxLength && { maxItems: maxLength.value }),
	};
}

function numberSchema(type: z.ZodNumber): SwaggerSchema {
	const { minValue, maxValue } = type;
	return {
		type: type.isInt ? 'integer' : 'number',
		...(minValue !== null && { minimum: minValue }),
		...(maxValue !== null && { maximum: maxValue }),
	};
}

function limitsOf({ minLength, maxLength }: z.ZodString): SwaggerSchema {
	return {
		...(minLength !== null && { minLength }),
		...(maxLength !== null && { maxLength }),
	};
}
