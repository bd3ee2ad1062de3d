import type { z } from 'zod';

/** What a route reads, said where it is registered, so that it is described by what checks it. */
export interface RouteInput {
	body?: z.ZodTypeAny;
	/** A body may be left out. */
	isBodyOptional?: true;
	/** The members of a body may also come as files, in a form. */
	isFileTaken?: true;
	query?: z.ZodTypeAny;
}

export const reads = (input: RouteInput) => ({ config: { input } });

declare module 'fastify' {
	interface FastifyContextConfig {
		input?: RouteInput;
	}
}
