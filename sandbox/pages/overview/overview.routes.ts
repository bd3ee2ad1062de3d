import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod/v4';
import { check, readForm } from '../../http/body.ts';
import type { CallLog } from '../../http/callLog.ts';
import type { ControlAccess } from '../../http/controlAccess.ts';
import type { Context } from '../../state/context.ts';
import { notFound, Problem } from '../../http/problem.ts';
import type { People } from '../../requests/people.ts';
import { sendDownload } from '../frame/download.ts';
import { sendPage } from '../frame/layout.ts';
import { keyPage } from './key.view.ts';
import { showing, Shown } from './overview.ts';
import { overviewPage } from './overview.view.ts';
import { documentsToSign, freePositions } from '../positions/shownDocuments.ts';
import { SPANS_MS } from './spans.ts';

const Act = z.object({
	action: z.enum(['sign', 'decline', 'fail']),
	name: z.string().trim().max(100).optional(),
	reason: z.string().trim().max(2048).optional(),
});
const Signer = z.object({ id: z.string(), sid: z.string() });
const Passing = z.object({ span: z.enum(['minute', 'tenMinutes', 'hour', 'day']) });

const Entered = z.object({ key: z.string() });

export interface Backstage {
	people: People;
	calls: CallLog;
	control: ControlAccess;
}

/** For those who build on the sandbox: all of it at a glance, and everyone's part to play. */
export function registerOverview(app: FastifyInstance, context: Context, backstage: Backstage) {
	const { clock, store } = context;
	const shownTo = ({ query }: FastifyRequest) => Shown.parse(query);
	const page = (request: FastifyRequest, problem?: Problem) =>
		overviewPage({ ...context, calls: backstage.calls, shown: shownTo(request), problem });
	const goBack = (request: FastifyRequest, reply: FastifyReply) =>
		reply.redirect(showing('/', shownTo(request)), 303);

	const { control } = backstage;
	const guarded: RouteShorthandOptions = {
		onRequest: (request, _reply, next) => next(control.refusalOfPage(request)),
	};

	app.get('/', (request, reply) => {
		const refusal = control.refusalOfPage(request);
		if (!refusal) return sendPage(reply, page(request));
		if (!control.needsKey) throw refusal;
		return sendPage(reply, keyPage());
	});
	app.get('/app', (_request, reply) => reply.redirect('/'));

	app.post('/app/overview/key', (request, reply) => {
		const { key } = readForm(request, Entered);
		if (!control.isKey(key)) return sendPage(reply, keyPage({ isWrong: true }));
		return reply.header('set-cookie', control.rememberingCookie()).redirect('/', 303);
	});

	app.post('/app/overview/:id/signers/:sid', guarded, async (request, reply) => {
		const { id, sid } = check(Signer, request.params);
		const { action, name, reason } = readForm(request, Act);
		const { people } = backstage;
		try {
			if (action === 'sign')
				await people.sign(id, sid, name || undefined, usualLook(id, sid, context));
			else if (action === 'decline') people.decline(id, sid, reason || undefined);
			else people.failTechnically(id, sid);
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			return sendPage(reply, { ...page(request, error), status: error.status });
		}
		return goBack(request, reply);
	});

	app.post('/app/overview/time', guarded, async (request, reply) => {
		await clock.advance(SPANS_MS[readForm(request, Passing).span]);
		return goBack(request, reply);
	});

	app.get<{ Params: { id: string } }>('/app/overview/documents/:id', guarded, (request, reply) => {
		const document = store.document(request.params.id);
		if (!document) throw notFound('The document');
		return sendDownload(reply, document.title, store.contentOf(document));
	});
}

/** As one who signs on the page and moves nothing. */
function usualLook(requestId: string, signatureId: string, context: Context) {
	const request = context.store.request(requestId);
	const signature = request?.signatures.find(({ id }) => id === signatureId);
	if (!request || !signature) return undefined;
	return { places: freePositions(documentsToSign(request, signature, context)) };
}
