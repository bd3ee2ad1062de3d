import { z } from 'zod/v3';

/** Takes whatever stands in a form, and answers with a T. */
export type SchemaFor<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/** An empty field of the form is one that was not filled in. */
export function optional<T extends z.ZodTypeAny>(schema: T) {
	return z.preprocess(
		(value) => (value === '' || value === null ? undefined : value),
		schema.optional(),
	) as SchemaFor<z.output<T> | undefined>;
}

/** The words for a value of the wrong kind, unless there is no value at all. */
export function unlessEmpty(message: string, ifEmpty = 'is empty'): z.ZodErrorMap {
	return (_issue, { data }) => ({ message: isNothing(data) ? ifEmpty : message });
}

export function isNothing(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

interface Range {
	min: number;
	max: number;
	isWhole?: boolean;
}

/** Numbers from expressions arrive as text. An empty value is not 0. */
export function numberIn({ min, max, isWhole = false }: Range) {
	const number = z
		.number({ errorMap: unlessEmpty('must be a number') })
		.min(min, `must be ${min} or more`)
		.max(max, `must be ${max} or less`);
	return z.preprocess(
		(value) => (typeof value === 'string' && !isNothing(value) ? Number(value) : value),
		isWhole ? number.int('must be a whole number') : number,
	) as SchemaFor<number>;
}

/** From a JSON field: text, or what an expression answers with. */
export const ParsedJson = z.unknown().transform((value, refinement) => {
	if (isNothing(value)) {
		refinement.addIssue({ code: 'custom', message: 'is empty' });
		return z.NEVER;
	}
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

/** Replaces what zod says by itself, such as "Expected array, received string", where a schema has no words of its own. */
export const plainWords: z.ZodErrorMap = (issue, { data, defaultError }) => {
	const isOurs = defaultError !== z.defaultErrorMap(issue, { data, defaultError: '' }).message;
	return { message: isOurs ? defaultError : wordsFor(issue, data) };
};

const kinds: Partial<Record<z.ZodParsedType, string>> = {
	array: 'a list',
	boolean: 'true or false',
	number: 'a number',
	object: 'an object',
	string: 'text',
};

function wordsFor(issue: z.ZodIssueOptionalMessage, data: unknown): string {
	if (isNothing(data)) return 'is empty';
	const kind = issue.code === 'invalid_type' ? kinds[issue.expected] : undefined;
	return kind ? `must be ${kind}` : 'is not valid';
}
