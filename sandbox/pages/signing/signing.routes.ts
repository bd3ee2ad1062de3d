import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { check, readForm } from '../../http/body.ts';
import type { Context } from '../../state/context.ts';
import { FULL_SCALE } from '../../documents/pagePictures.routes.ts';
import { drawPage } from '../../pdf/picture/picture.ts';
import { pathOf } from '../../http/pathPattern.ts';
import { notFound, Problem } from '../../http/problem.ts';
import type { People } from '../../requests/people.ts';
import { confirmPage } from './confirm.view.ts';
import { documentsToSign } from './documentPages.view.ts';
import { readExits } from './exits.ts';
import { sendPage } from '../frame/layout.ts';
import { missingPage, outcomePage } from './outcome.view.ts';
import { sendDownload } from '../frame/download.ts';
import { forgetPerson, personOf, rememberPerson } from './person.ts';
import { signPage, type Typed } from './signing.view.ts';
import type { SigningAddress, Visit } from './signingVisit.ts';
import { textsFor } from '../frame/texts.ts';
import { outcomeOf, signatureOfAccount } from './visit.ts';
import { Email } from '../../state/email.schema.ts';

const Params = z.object({ id: z.string(), sid: z.string().optional() });
const DocumentParams = Params.extend({
	documentId: z.string(),
	page: z.coerce.number().int().min(0).default(0),
});
const Answer = z.object({
	action: z.enum(['confirm', 'leave', 'sign', 'decline']),
	email: z.string().trim().default(''),
	name: z.string().trim().max(100).default(''),
	reason: z.string().trim().max(2048).default(''),
});

/** Account holders share a request's address, everybody else has their own (interface.md 2.2). */
const ADDRESSES = ['/app/sign/:id', '/app/sign/:id/:sid'];

export function registerSigning(app: FastifyInstance, context: Context, people: People) {
	for (const path of ADDRESSES) {
		app.get(path, (request, reply) => show(request, reply, context));
		app.post(path, (request, reply) => answer(request, reply, context, people));

		app.get(`${path}/documents/:documentId/content`, (request, reply) => {
			const document = documentAt(request, context);
			return sendDownload(reply, document.title, context.store.contentOf(document));
		});

		app.get(`${path}/documents/:documentId/pages/:page`, async (request, reply) => {
			const { page } = check(DocumentParams, request.params);
			const pdf = context.store.contentOf(documentAt(request, context));
			const picture = await drawPage(pdf, page, FULL_SCALE);
			if (!picture) throw notFound('The page');
			// A document never changes: its next version has another id (interface.md 2.5).
			return reply
				.type('image/png')
				.header('cache-control', 'private, max-age=86400, immutable')
				.send(picture);
		});
	}
}

function show(request: FastifyRequest, reply: FastifyReply, context: Context, typed?: Typed) {
	const address = addressOf(request);
	const visit = visitOf(request, address, context);
	if (visit === 'missing') return sendPage(reply, missingPage(address));
	if (visit === 'unknown') return sendPage(reply, confirmPage(address));
	const outcome = outcomeOf(visit.request, visit.signature, queryOf(request).get('done'));
	if (outcome !== 'sign') return sendPage(reply, outcomePage(outcome, visit, nextOf(visit)));
	const shown = documentsToSign(visit.request, visit.signature, context);
	return sendPage(reply, signPage(visit, shown, typed));
}

async function answer(
	request: FastifyRequest,
	reply: FastifyReply,
	context: Context,
	people: People,
) {
	const given = readForm(request, Answer);
	const address = addressOf(request);
	if (given.action === 'confirm') return confirm(given.email, request, reply, context);
	if (given.action === 'leave') {
		forgetPerson(reply);
		return reply.redirect(address.self, 303);
	}
	const visit = visitOf(request, address, context);
	if (visit === 'missing' || visit === 'unknown') return reply.redirect(address.self, 303);
	const field = given.action === 'sign' ? 'name' : 'reason';
	if (given[field] === '') return show(request, reply, context, { ...given, wrong: field });
	try {
		if (given.action === 'sign') {
			await people.sign(visit.request.id, visit.signature.id, given.name);
		} else {
			people.decline(visit.request.id, visit.signature.id, given.reason);
		}
	} catch (error) {
		// Somebody was faster, and the page says what became of the request.
		if (error instanceof Problem) return reply.redirect(address.self, 303);
		throw error;
	}
	return reply.redirect(withDone(address.self, visit.signature.id), 303);
}

function confirm(email: string, request: FastifyRequest, reply: FastifyReply, context: Context) {
	const address = addressOf(request);
	const { confirm: texts } = address.texts;
	const found = context.store.request(check(Params, request.params).id);
	if (!found) return sendPage(reply, missingPage(address));
	const isEmail = Email.safeParse(email).success;
	if (!isEmail || !signatureOfAccount(found, email)) {
		const problem = isEmail ? texts.notAsked(email) : texts.invalid;
		return sendPage(reply, confirmPage(address, { email, problem }));
	}
	rememberPerson(reply, email);
	return reply.redirect(address.self, 303);
}

function addressOf(request: FastifyRequest): SigningAddress {
	const { id, sid } = check(Params, request.params);
	const base = ['/app/sign', id, sid].flatMap((part) => part ?? []).join('/');
	const query = queryOf(request);
	const exits = readExits(query);
	query.delete('done');
	return {
		base,
		self: query.size > 0 ? `${base}?${query.toString()}` : base,
		exits,
		...textsFor(exits.lang),
	};
}

function visitOf(request: FastifyRequest, address: SigningAddress, { store }: Context) {
	const { id, sid } = check(Params, request.params);
	const found = store.request(id);
	if (!found) return 'missing';
	if (sid !== undefined) {
		const own = found.signatures.find((one) => one.id === sid && one.kind === 'identity');
		return own ? { ...address, request: found, signature: own } : 'missing';
	}
	const email = personOf(request);
	const own =
		email === undefined
			? undefined
			: signatureOfAccount(found, email, queryOf(request).get('done'));
	return own ? { ...address, request: found, signature: own } : 'unknown';
}

/** One person can stand in a request twice and then signs twice (interface.md 2.2). */
function nextOf({ request, self, signature }: Visit): string | undefined {
	if (signature.kind !== 'account' || request.status !== 'OPEN') return undefined;
	return signatureOfAccount(request, signature.email)?.status === 'OPEN' ? self : undefined;
}

function documentAt(request: FastifyRequest, context: Context) {
	const { documentId } = check(DocumentParams, request.params);
	const visit = visitOf(request, addressOf(request), context);
	const document = context.store.document(documentId);
	if (
		visit === 'missing' ||
		visit === 'unknown' ||
		!document ||
		!visit.request.documentIds.includes(documentId)
	) {
		throw notFound('The document');
	}
	return document;
}

const queryOf = (request: FastifyRequest) =>
	new URLSearchParams(request.url.slice(pathOf(request.url).length));

const withDone = (self: string, signatureId: string) =>
	`${self}${self.includes('?') ? '&' : '?'}done=${signatureId}`;
