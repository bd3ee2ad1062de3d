import type { z } from 'zod';

/** What a route reads, said where it is registered, so that it is described by what checks it. */
export interface RouteInput {
	body?: z.ZodTypeAny;
	/** A body may be left out. */
	isBodyOptional?: true;
	query?: z.ZodTypeAny;
	headers?: z.ZodTypeAny;
	/** The body may also come as a form whose `content` is a file that is not encoded. */
	takesMultipart?: true;
}

export const reads = (input: RouteInput) => ({ config: { input } });

declare module 'fastify' {
	interface FastifyContextConfig {
		input?: RouteInput;
	}
}
