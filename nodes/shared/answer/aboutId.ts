import type { z } from 'zod/v3';

/** The same thing may be written in capitals. */
export function isSameId(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}

/** Whether an answer, or a part of it, names no other id than this one. Some do not repeat it. */
export function isAbout(answer: unknown, id: string, name = 'id'): boolean {
	const shown = ((answer ?? {}) as Record<string, unknown>)[name];
	return typeof shown !== 'string' || isSameId(shown, id);
}

/**
 * For the answer to a call that names an id: a cache or a mix-up may answer with another thing, which must not pass
 * for the one that was asked for.
 */
export function aboutId<T extends z.ZodTypeAny>(schema: T, id: string) {
	return schema.refine((answer) => isAbout(answer, id));
}
