import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

/** An answer of the service: the fields that we read, and all others that it sends. */
export function answerObject<Shape extends z.ZodRawShape>(shape: Shape) {
	type Fields = z.output<z.ZodObject<Shape, 'strip'>>;
	return z.object(shape).passthrough() as unknown as z.ZodType<
		Fields & IDataObject,
		z.ZodTypeDef,
		unknown
	>;
}

/** The service may leave a member out, send null, or one day send something else: none of it is a fault. */
export const maybeText = z
	.union([z.string(), z.number().transform(String)])
	.optional()
	.catch(undefined);

/** The same; a number may come as text. */
export const maybeNumber = z
	.union([
		z.number(),
		z
			.string()
			.max(40)
			.regex(/^-?\d+(\.\d+)?$/)
			.transform(Number),
	])
	.optional()
	.catch(undefined);

/** True or false, also as text. Anything else is undefined. */
export function flagIn(value: unknown): boolean | undefined {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	return word === false || word === 'false' ? false : undefined;
}

export const maybeFlag = z.unknown().transform(flagIn);

/** An id in an answer: the one thing without which nothing can be done with it. */
export const AnswerId = z.union([z.string().min(1), z.number().transform(String)]);

/**
 * A list in an answer. An unreadable entry does not spoil the others; a list of nothing else
 * comes from another service.
 */
export function answerList<T extends z.ZodTypeAny>(entry: T) {
	return answerPage(entry).transform((entries) =>
		entries.filter((one): one is z.output<T> => one !== undefined),
	);
}

/** The same with undefined for what cannot be read: the number of entries on a page shows where the list continues. */
export function answerPage<T extends z.ZodTypeAny>(entry: T) {
	return z.array(z.unknown()).transform((entries, refinement) => {
		const read = entries.map((one) => entry.safeParse(one).data as z.output<T> | undefined);
		if (entries.length > 0 && read.every((one) => one === undefined)) {
			refinement.addIssue({ code: 'custom', message: 'holds nothing that can be read' });
		}
		return read;
	});
}
