import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { FULL_SCALE } from '../../documents/pageImages.routes.ts';
import { check, readForm } from '../../http/body.ts';
import { pathOf } from '../../http/pathPattern.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { drawAside } from '../../pdf/aside/drawAside.ts';
import type { People } from '../../requests/people.ts';
import type { Context } from '../../state/context.ts';
import { Email } from '../../state/values.schema.ts';
import { sendDownload } from '../frame/download.ts';
import { sendPage } from '../frame/layout.ts';
import { acceptedLanguages, LANGUAGES, textsFor } from '../frame/texts/texts.ts';
import { documentsToSign, freePositions } from '../positions/shownDocuments.ts';
import { withChosenPlaces } from './chosenPlaces.ts';
import { confirmPage } from './confirm.view.ts';
import { declinePage } from './decline.view.ts';
import { readExits } from './exits.ts';
import { missingPage, outcomePage } from './outcome.view.ts';
import { forgetPeople, isSameAddress, peopleOf, rememberPerson } from '../person.ts';
import { readImage } from './image.ts';
import type { Typed } from './signForm.view.ts';
import { signPage } from './signing.view.ts';
import { withParameter, type SigningAddress, type Visit } from './signingVisit.ts';
import { outcomeOf, signatureOfAccount } from './visit.ts';

/** A drawn signature has a tenth of it. */
const MOST_IMAGE_CHARACTERS = 1_000_000;
/** Some characters of an image take three in a form. */
const LARGEST_FORM_BYTES = 1_500_000;
const MOST_PLACES_CHARACTERS = 10_000;

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
	look: z.enum(['typed', 'drawn', 'uploaded']).default('typed'),
	image: z.string().max(MOST_IMAGE_CHARACTERS).default(''),
	places: z.string().max(MOST_PLACES_CHARACTERS).default(''),
});
type Answer = z.output<typeof Answer>;

/** Account holders share a request's address, everyone else has their own (interface.md 2.2). */
const ADDRESSES = ['/app/sign/:id', '/app/sign/:id/:sid'];

export function registerSigning(app: FastifyInstance, context: Context, people: People) {
	for (const path of ADDRESSES) {
		app.get(path, (request, reply) => show(request, reply, context));
		app.post(path, { bodyLimit: LARGEST_FORM_BYTES }, (request, reply) =>
			answer(request, reply, context, people),
		);

		app.get(`${path}/documents/:documentId/content`, (request, reply) => {
			const document = documentAt(request, context);
			return sendDownload(reply, document.title, context.store.contentOf(document));
		});

		app.get(`${path}/documents/:documentId/pages/:page`, async (request, reply) => {
			const { page } = check(DocumentParams, request.params);
			const pdf = context.store.contentOf(documentAt(request, context));
			const image = await drawAside({ pdf, page, pixelsPerPoint: FULL_SCALE });
			if (!image) throw notFound('The page');
			// A document never changes: its next version has another id (interface.md 2.5).
			return reply
				.type('image/png')
				.header('cache-control', 'private, max-age=86400, immutable')
				.send(image);
		});
	}
}

function show(request: FastifyRequest, reply: FastifyReply, context: Context, typed?: Typed) {
	const visit = visitOf(request, context);
	const query = queryOf(request);
	if (visit.who === 'missing') return sendPage(reply, missingPage(visit));
	if (visit.who === 'unknown') {
		return sendPage(reply, confirmPage(visit, { email: query.get('email') ?? undefined }));
	}
	const outcome = outcomeOf(visit.request, visit.signature, query.get('done'));
	const shown = documentsToSign(visit.request, visit.signature, context);
	if (outcome !== 'sign') return sendPage(reply, outcomePage(outcome, visit, shown, nextOf(visit)));
	if (query.get('answer') === 'decline') return sendPage(reply, declinePage(visit));
	return sendPage(reply, signPage(visit, shown, typed));
}

async function answer(
	request: FastifyRequest,
	reply: FastifyReply,
	context: Context,
	people: People,
) {
	const given = readForm(request, Answer);
	if (given.action === 'confirm') return confirm(given.email, request, reply, context);
	const visit = visitOf(request, context);
	if (given.action === 'leave') {
		forgetPeople(reply);
		return reply.redirect(addressOf(request, context).self, 303);
	}
	if (visit.who !== 'known') return reply.redirect(request.url, 303);

	const { id } = visit.request;
	const { id: signatureId } = visit.signature;
	if (given.action === 'decline') {
		const isAsked = outcomeOf(visit.request, visit.signature, null) === 'sign';
		if (given.reason === '' && isAsked) return sendPage(reply, declinePage(visit, given));
		return await settle(reply, visit, () => people.decline(id, signatureId, given.reason));
	}
	const image = given.look === 'typed' ? undefined : await readImage(given.image);
	const wrong = wrongIn(given, image);
	if (wrong) return show(request, reply, context, { name: given.name, wrong });
	const shown = documentsToSign(visit.request, visit.signature, context);
	const places = freePositions(withChosenPlaces(given.places, shown));
	const look = image instanceof Uint8Array ? { places, imagePng: image } : { places };
	return await settle(reply, visit, () => people.sign(id, signatureId, given.name, look));
}

function wrongIn({ name, image: given }: Answer, image: unknown): Typed['wrong'] {
	if (name === '') return 'name';
	if (image !== 'broken') return undefined;
	return given === '' ? 'imageMissing' : 'imageBroken';
}

async function settle(
	reply: FastifyReply,
	{ self, signature }: Visit,
	act: () => Promise<void> | void,
) {
	try {
		await act();
	} catch (error) {
		// Someone was faster, and the page says what became of the request.
		if (error instanceof Problem) return reply.redirect(self, 303);
		throw error;
	}
	return reply.redirect(withParameter(self, 'done', signature.id), 303);
}

function confirm(email: string, request: FastifyRequest, reply: FastifyReply, context: Context) {
	const address = addressOf(request, context);
	const { confirm: texts } = address.texts;
	const found = context.store.request(check(Params, request.params).id);
	if (!found) return sendPage(reply, missingPage(address));
	const isEmail = Email.safeParse(email).success;
	if (!isEmail || !signatureOfAccount(found, email)) {
		const problem = isEmail ? texts.notAsked(email) : texts.invalid;
		return sendPage(reply, confirmPage(address, { email, problem }));
	}
	rememberPerson(request, reply, email);
	return reply.redirect(withParameter(address.self, 'email', email), 303);
}

/** Parameters that belong to one page or person and not to the address. */
const OF_ONE_PAGE = ['done', 'answer', 'email'];

function addressOf(request: FastifyRequest, context: Context): SigningAddress {
	const { id, sid } = check(Params, request.params);
	const base = ['/app/sign', id, sid].flatMap((part) => part ?? []).join('/');
	const query = queryOf(request);
	const exits = readExits(query);
	const languages = LANGUAGES.map((lang) => {
		const other = new URLSearchParams([...query].filter(([name]) => !/^lang$/i.test(name)));
		other.set('lang', lang);
		return { lang, href: `${base}?${other.toString()}` };
	});
	for (const name of OF_ONE_PAGE) query.delete(name);
	return {
		base,
		self: query.size > 0 ? `${base}?${query.toString()}` : base,
		exits,
		languages,
		// The address decides (interface.md 4.5); without it the language that the sender gave the person.
		...textsFor(
			exits.lang,
			languageGiven(request, context),
			...acceptedLanguages(request.headers['accept-language']),
		),
	};
}

/** Known to the page before one who comes from the mail has confirmed the address. */
function languageGiven(httpRequest: FastifyRequest, context: Context): string | undefined {
	const { request, signature } = personIn(httpRequest, context) ?? {};
	const mailed = queryOf(httpRequest).get('email');
	if (signature || !request || mailed === null) return signature?.language;
	return signatureOfAccount(request, mailed)?.language;
}

/** The request at an address, and whose signature it is about as far as that is known. */
function personIn(request: FastifyRequest, { store }: Context) {
	const { id, sid } = check(Params, request.params);
	const found = store.request(id);
	if (!found) return undefined;
	if (sid !== undefined) {
		const own = found.signatures.find((one) => one.id === sid && one.kind === 'identity');
		return own && { request: found, signature: own };
	}
	const query = queryOf(request);
	const email = confirmedIn(request, query.get('email'));
	const own = email === undefined ? undefined : signatureOfAccount(found, email, query.get('done'));
	return { request: found, signature: own };
}

/** Several people may use one browser: whom the address names, else the last one who confirmed theirs. */
function confirmedIn(request: FastifyRequest, named: string | null): string | undefined {
	const people = peopleOf(request);
	return named === null ? people[0] : people.find((one) => isSameAddress(one, named));
}

type Visitor =
	| (Visit & { who: 'known' })
	| (SigningAddress & { who: 'missing' })
	| (SigningAddress & { who: 'unknown' });

function visitOf(httpRequest: FastifyRequest, context: Context): Visitor {
	const address = addressOf(httpRequest, context);
	const person = personIn(httpRequest, context);
	if (!person) return { ...address, who: 'missing' };
	const { request, signature } = person;
	if (!signature) return { ...address, who: 'unknown' };
	// Another person may confirm an address in this browser before this page is answered.
	const self =
		signature.kind === 'account'
			? withParameter(address.self, 'email', signature.email)
			: address.self;
	return { ...address, self, who: 'known', request, signature };
}

/** One person can stand in a request twice and then signs twice (interface.md 2.2). */
function nextOf({ request, self, signature }: Visit): string | undefined {
	if (signature.kind !== 'account' || request.status !== 'OPEN') return undefined;
	const next = signatureOfAccount(request, signature.email);
	return next?.status === 'OPEN' && next.id !== signature.id ? self : undefined;
}

function documentAt(request: FastifyRequest, context: Context) {
	const { documentId } = check(DocumentParams, request.params);
	const person = personIn(request, context);
	const document = context.store.document(documentId);
	if (!person || !document || !person.request.documentIds.includes(documentId)) {
		throw notFound('The document');
	}
	const isSigner = (email: string) => signatureOfAccount(person.request, email) !== undefined;
	// The page's images and links don't name the person.
	if (!person.signature && !peopleOf(request).some(isSigner)) throw notFound('The document');
	return document;
}

const queryOf = (request: FastifyRequest) =>
	new URLSearchParams(request.url.slice(pathOf(request.url).length));
