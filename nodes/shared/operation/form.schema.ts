import { z } from 'zod';

/** An empty field of the form is one that was not filled in. */
export function optional<T extends z.ZodTypeAny>(schema: T) {
	return z.preprocess(
		(value) => (value === '' || value === null ? undefined : value),
		schema.optional(),
	) as z.ZodType<z.output<T> | undefined, z.ZodTypeDef, unknown>;
}

/** From a JSON field: text, or what an expression answers with. */
export const ParsedJson = z.unknown().transform((value, refinement) => {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		refinement.addIssue({
			code: 'custom',
			message: 'is not valid JSON; check quotes, commas and brackets',
		});
		return z.NEVER;
	}
});
