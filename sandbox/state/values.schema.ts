import { z } from 'zod';

/** In any script, as mail itself takes it: what stands before and behind the sign. */
export const Email = z.string().regex(/^[^\s@]+@[^\s@]+$/, 'Invalid email');

/** One of these words; the refusal names them all. */
export const oneOf = (values: readonly string[]) =>
	z.enum(values as [string, ...string[]], {
		errorMap: () => ({ message: `must be one of ${values.join(', ')}` }),
	});
