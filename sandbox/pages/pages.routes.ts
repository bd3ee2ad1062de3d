import type { FastifyError, FastifyInstance } from 'fastify';
import type { Context } from '../state/context.ts';
import { forbidden, Problem } from '../http/problem.ts';
import { registerAssets } from './assets.ts';
import { html } from '../http/html.ts';
import { sendPage } from './frame/layout.ts';
import { registerOverview, type Backstage } from './overview/overview.routes.ts';
import { isOwnForm } from './sameSite.ts';
import { registerSendToPages } from './sendTo/sendTo.routes.ts';
import { registerSigning } from './signing/signing.routes.ts';
import { acceptedLanguages, textsFor } from './frame/texts/texts.ts';
import { registerPlacing } from './positionEditor/positionEditor.routes.ts';
import { within } from '../http/within.ts';

/** The web application in which people sign, and the overview of what happened. */
export function registerPages(app: FastifyInstance, context: Context, backstage: Backstage) {
	within(app, '/', (scope) => {
		scope.addHook('onRequest', (request, _reply, next) => {
			const isForeign = request.method === 'POST' && !isOwnForm(request);
			next(isForeign ? forbidden('This form was sent from another site.') : undefined);
		});
		scope.setErrorHandler<FastifyError | Problem>((error, request, reply) => {
			const accepted = acceptedLanguages(request.headers['accept-language']);
			const { lang, texts } = textsFor(...accepted);
			const [title, lead] = texts.refused;
			const isExpected = error instanceof Problem || (error.statusCode ?? 500) < 500;
			if (!isExpected) console.error(error);
			return sendPage(reply, {
				lang,
				texts,
				title,
				status: error instanceof Problem ? error.status : (error.statusCode ?? 500),
				body: html`<article class="card bad">
					<h1>${title}</h1>
					<p>${isExpected && error.message}</p>
					<p>${lead}</p>
				</article>`,
			});
		});
		registerAssets(scope);
		registerSigning(scope, context, backstage.people);
		registerOverview(scope, context, backstage);
		registerPlacing(scope, context);
		registerSendToPages(scope, context);
	});
}
