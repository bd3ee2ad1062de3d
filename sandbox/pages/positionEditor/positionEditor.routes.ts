import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { factsOf } from '../../documents/documentFacts.ts';
import { FULL_SCALE } from '../../documents/pageImages.routes.ts';
import { check, takeBody } from '../../http/body.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { drawAside } from '../../pdf/aside/drawAside.ts';
import type { Context } from '../../state/context.ts';
import { sendPage } from '../frame/layout.ts';
import { shownSize } from '../positions/placement.ts';
import { placingPage } from './positionEditor.view.ts';

const Params = z.object({ page: z.coerce.number().int().min(0) });

/** Finds the numbers of a place by a click. A file is read and drawn, and nothing of it is kept. */
export function registerPlacing(app: FastifyInstance, { settings }: Context) {
	app.get('/app/place', (_request, reply) => sendPage(reply, placingPage(settings.dialect)));

	const ofAnyDocument = { bodyLimit: settings.maxDocumentBytes };
	app.post('/app/place/pages', ofAnyDocument, async (request, reply) => {
		try {
			const { pages } = await factsOf(takeBody(request));
			return {
				pages: pages.map((shape) => ({
					stored: { width: shape.width, height: shape.height },
					shown: shownSize(shape),
					rotation: shape.rotation,
				})),
			};
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			return await reply.code(error.status).send({ problem: error.message });
		}
	});

	app.post('/app/place/pages/:page', ofAnyDocument, async (request, reply) => {
		const { page } = check(Params, request.params);
		const pdf = takeBody(request);
		const image = await drawAside({ pdf, page, pixelsPerPoint: FULL_SCALE });
		if (!image) throw notFound('The page');
		return reply.type('image/png').send(image);
	});
}
