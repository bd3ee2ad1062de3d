import { z } from 'zod/v4';

/** In any script, as mail itself takes it: what stands before and behind the sign. */
export const Email = z.string().regex(/^[^\s@]+@[^\s@]+$/, 'Invalid email');

/** One of these words; the refusal names them all. */
export const oneOf = (values: readonly string[]) =>
	z.enum(values, { error: `must be one of ${values.join(', ')}` });

/** Digits in a query, which are a number to those who write it. */
export const wholeNumber = (least: number, most?: number) => {
	const number = z.int('must be a whole number').min(least);
	const read = (text: unknown) =>
		typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text;
	return z.preprocess(read, most === undefined ? number : number.max(most));
};

export const Quality = z.enum(['SES', 'AES', 'AES_MINIMAL', 'QES', 'DEMO', 'PART11']);
export const Legislation = z.enum(['ZERTES', 'EIDAS']);
/** As answers hold them. */
export const Uuid = z.guid();
export const Time = z.iso.datetime();
export const Texts = z.array(z.string());
export const TextOrNull = z.string().nullable();

/** Under this name in OpenAPI, where others refer to it. */
export const named = <Schema extends z.ZodType>(title: string, schema: Schema): Schema =>
	schema.meta({ title });
