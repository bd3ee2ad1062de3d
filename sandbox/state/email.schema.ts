import { z } from 'zod';

/** In any script, as mail itself takes it: what stands before and behind the sign. */
export const Email = z.string().regex(/^[^\s@]+@[^\s@]+$/, 'Invalid email');
