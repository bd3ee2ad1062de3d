import { z } from 'zod/v4';

/** Schemas by media type. */
export type Content = Record<string, z.ZodType>;

/**
 * What a route reads and answers, said beside its handler: OpenAPI is derived from it, and in tests each answer has to
 * fit it.
 */
export interface Description {
	summary: string;
	query?: z.ZodType;
	headers?: z.ZodType;
	body?: z.ZodType;
	/** A body may be left out. */
	isBodyOptional?: boolean;
	/** Of the body, where it is not JSON alone. */
	mediaTypes?: readonly string[];
	/** Of a success, where it is not 200. */
	status?: number;
	/** Of a success; none where there is nothing to say. */
	answer?: Content;
	/** By their status, and in which form they come beside the usual one. */
	refusals?: Record<string, { means: string; also?: Content }>;
	/** No token is needed. */
	isOpen?: boolean;
}

export const describes = (description: Description) => ({ config: { description } });

export const json = (schema: z.ZodType): Content => ({ 'application/json': schema });
export const text: Content = { 'text/plain': z.string() };
export const file = (...types: string[]): Content =>
	Object.fromEntries(types.map((type) => [type, z.string().meta({ format: 'binary' })]));

/** Instead of the file, for those who accept JSON alone. */
export const inlineFile = json(
	z.object({ content_type: z.string(), content_size: z.int(), content: z.string() }),
);

declare module 'fastify' {
	interface FastifyContextConfig {
		description?: Description;
	}
}
