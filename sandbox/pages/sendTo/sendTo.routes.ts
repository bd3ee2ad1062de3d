import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { readForm } from '../../http/body.ts';
import { notFound } from '../../http/problem.ts';
import {
	claim,
	documentOf,
	sendToAt,
	startSigning,
	statusOf,
	type SendTo,
} from '../../sendTo/sendTo.ts';
import type { Context } from '../../state/context.ts';
import { Email } from '../../state/values.schema.ts';
import { sendDownload } from '../frame/download.ts';
import { sendPage } from '../frame/layout.ts';
import { peopleOf, rememberPerson } from '../person.ts';
import { words } from './sendTo.texts.ts';
import { claimPage, closedPage, startPage } from './sendTo.view.ts';

const Given = z.object({
	action: z.enum(['claim', 'start']),
	email: z.string().trim().default(''),
	signers: z.string().max(10_000).default(''),
});

interface ById {
	Params: { id: string };
}

/** Where a sent document is claimed; who signs it then signs on the usual page. */
export function registerSendToPages(app: FastifyInstance, context: Context) {
	app.get<ById>('/app/sendto/:id', (request, reply) => show(request, reply, context));
	app.post<ById>('/app/sendto/:id', (request, reply) => answer(request, reply, context));
	app.get<ById>('/app/sendto/:id/content', (request, reply) => {
		const sendTo = sendToAt(request.params.id, context);
		if (!sendTo || statusOf(sendTo, context) !== 'UNCLAIMED') throw notFound('The document');
		const document = documentOf(sendTo, context);
		return sendDownload(reply, document.title, context.store.contentOf(document));
	});
}

type Visit = FastifyRequest<ById>;

const selfOf = ({ id }: SendTo) => `/app/sendto/${id}`;

function show(request: Visit, reply: FastifyReply, context: Context, typed?: string) {
	const sendTo = sendToAt(request.params.id, context);
	const status = sendTo && statusOf(sendTo, context);
	if (!sendTo || status === 'EXPIRED') return sendPage(reply, closedPage(words.missing, 404));
	if (sendTo.requestId !== undefined) return reply.redirect(`/app/sign/${sendTo.requestId}`, 303);
	const shown = { self: selfOf(sendTo), title: documentOf(sendTo, context).title, typed };
	const { creator } = sendTo;
	if (creator === undefined) return sendPage(reply, claimPage(shown));
	if (!peopleOf(request).includes(creator)) return sendPage(reply, closedPage(words.claimed, 403));
	return sendPage(reply, startPage(shown, creator));
}

async function answer(request: Visit, reply: FastifyReply, context: Context) {
	const { action, email, signers } = readForm(request, Given);
	const sendTo = sendToAt(request.params.id, context);
	const expected = action === 'claim' ? 'UNCLAIMED' : 'CLAIMED';
	// Someone was faster, and the page shows what became of it.
	if (!sendTo || statusOf(sendTo, context) !== expected) return show(request, reply, context);
	if (action === 'claim') {
		if (!Email.safeParse(email).success) return show(request, reply, context, email);
		claim(sendTo, email, context);
		rememberPerson(request, reply, email);
		return reply.redirect(selfOf(sendTo), 303);
	}
	if (!peopleOf(request).includes(sendTo.creator ?? '')) return show(request, reply, context);
	const list = z
		.array(Email)
		.min(1)
		.safeParse(signers.split(/[\s,;]+/).filter(Boolean));
	if (!list.success) return show(request, reply, context, signers);
	await startSigning(sendTo, list.data, context);
	return reply.redirect(selfOf(sendTo), 303);
}
