import type { z } from 'zod';

/** What a call answers when it succeeds, by media type; nothing where it has nothing to say. */
export interface Answer {
	summary: string;
	status: number;
	content: Record<string, Record<string, unknown>>;
}

/** What a route reads and answers, said where it is registered, so that it is described by what checks it. */
export interface RouteInput {
	body?: z.ZodTypeAny;
	/** A body may be left out. */
	isBodyOptional?: true;
	query?: z.ZodTypeAny;
	headers?: z.ZodTypeAny;
	/** The body may also come as a form whose `content` is a file that is not encoded. */
	takesMultipart?: true;
	/**
	 * In the words of openapi/shapes.ts, with status 200 unless it says otherwise. Answers that differ between versions or
	 * dialects are in openapi/answers.ts.
	 */
	answer?: Omit<Answer, 'status'> & Partial<Answer>;
}

export const reads = (input: RouteInput) => ({ config: { input } });

declare module 'fastify' {
	interface FastifyContextConfig {
		input?: RouteInput;
	}
}
