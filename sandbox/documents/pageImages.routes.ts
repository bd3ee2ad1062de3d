import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../access/authentication.ts';
import { describes, file } from '../http/route.ts';
import { check } from '../http/body.ts';
import type { Context } from '../state/context.ts';
import { documentForReader } from './documents.ts';
import { drawAside } from '../pdf/aside/drawAside.ts';
import { traitsOf } from '../state/dialect.ts';
import { notFound } from '../http/problem.ts';
import { omitUndefined } from '../state/omitUndefined.ts';
import { VERSIONS } from '../state/version.ts';

/** A page in full size has two pixels per point, enough to read it on any screen. */
export const FULL_SCALE = 2;

const FORMATS = { 'image/png': 'png', 'application/webp': 'webp' } as const;

const ImageParams = z.object({ id: z.string(), page: z.coerce.number().int().min(0) });
/** Percent; 20 is a thumbnail. The public regions describe a header and write of the query. */
const Scale = z.object({
	scale: z.coerce.number().positive('must be more than 0').max(400).default(100),
});

/** Pages as images, counted from 0. */
export function registerPageImages(app: FastifyInstance, context: Context) {
	for (const version of VERSIONS) {
		const { imageType } = traitsOf(context.settings.dialect, version);
		app.get(
			`/${version}/documents/:id/pages/:page`,
			describes({ summary: 'Draw a page', query: Scale, answer: file(imageType) }),
			async (request, reply) => {
				const { id, page } = check(ImageParams, request.params);
				const { scale } = check(Scale, { ...scaleOf(request.headers), ...scaleOf(request.query) });
				const document = documentForReader(id, callerOf(request), context);
				const pdf = context.store.contentOf(document);
				const pixelsPerPoint = (FULL_SCALE * scale) / 100;
				const format = FORMATS[imageType];
				const image = await drawAside({ pdf, page, pixelsPerPoint, format });
				if (!image) throw notFound('The page');
				return reply.type(imageType).send(image);
			},
		);
	}
}

const scaleOf = (members: unknown) =>
	omitUndefined({ scale: (members as { scale?: string }).scale });
