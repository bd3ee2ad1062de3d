import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../../access/authentication.ts';
import { check, readJson, readOptionalJson } from '../../http/body.ts';
import { changeRequest } from './changedRequest.ts';
import { describes, json } from '../../http/route.ts';
import { requireJsonAccepted } from '../../http/contentNegotiation.ts';
import type { Context } from '../../state/context.ts';
import { traitsOf } from '../../state/dialect.ts';
import { deleteRequest } from './deletion.ts';
import { checkExpiresAt } from '../lifecycle/expiry.ts';
import { note, applyTransition } from '../lifecycle/lifecycle.ts';
import { createRequest } from './newRequest.ts';
import { featureNotEnabled } from '../../http/problem.ts';
import { remind } from './reminders.ts';
import { canReadRequest, requestForReader, requestForWriter } from '../../access/requestAccess.ts';
import { selectRequests } from './requestList.ts';
import type { RequestRecord } from '../../state/requestRecord.ts';
import {
	changedRequestSchema,
	listQuerySchema,
	newRequestSchema,
} from './signatureRequest.schema.ts';
import { requireStatus } from '../lifecycle/transitions.ts';
import { changedAnswer, draftAnswer, requestAnswer } from './signatureRequest.answer.ts';
import { requestView } from './signatureRequest.view.ts';
import { VERSIONS, type Version } from '../../state/version.ts';
import { within } from '../../http/within.ts';

const Withdrawal = z.object({ message: z.string().max(2048).optional() });
const Ids = z.array(z.string().min(1));

interface ById {
	Params: { id: string };
}

export function registerSignatureRequests(app: FastifyInstance, context: Context) {
	for (const version of VERSIONS) {
		within(app, `/${version}/signature-requests`, (scope) => {
			registerCollection(scope, version, context);
			registerOne(scope, version, context);
			if (version === 'v3') registerDraft(scope, context);
		});
	}
}

function registerCollection(app: FastifyInstance, version: Version, context: Context) {
	const { dialect } = context.settings;
	const traits = traitsOf(dialect, version);
	const view = (request: RequestRecord) => requestView(request, version, context);
	const answer = json(requestAnswer(version, dialect));
	const list = json(z.array(requestAnswer(version, dialect)));

	const NewRequest = newRequestSchema(version, dialect);
	const creation = describes({ summary: 'Create a request', body: NewRequest, answer });
	app.post('/', creation, async (request) => {
		const body = readJson(request, NewRequest);
		return view(await createRequest(body, version, callerOf(request), context));
	});

	const ChangedRequest = changedRequestSchema(version, dialect);
	const change = describes({ summary: 'Change a request', body: ChangedRequest, answer });
	app.put('/', change, (request, reply) => {
		const caller = callerOf(request);
		const body = readJson(request, ChangedRequest);
		const found = requestForWriter(body.id, caller, context);
		changeRequest(body, version, found, caller, context);
		return reply.send(view(found));
	});

	const ListQuery = listQuerySchema(traits);
	const listing = describes({ summary: 'List requests', query: ListQuery, answer: list });
	app.get('/', listing, (request, reply) => {
		if (version === 'v3') requireJsonAccepted(request);
		const { settings, store } = context;
		const caller = callerOf(request);
		const query = check(ListQuery, request.query);
		const isReadable = (one: RequestRecord) => canReadRequest(caller, one, settings);
		const selected = selectRequests(store.newestRequests(), isReadable, query, {
			firstPageNumber: settings.firstPageNumber,
			traits,
		});
		return reply.send(selected.map(view));
	});

	const bulk = describes({ summary: 'Read several requests', body: Ids, answer: list });
	app.post('/bulk', bulk, (request, reply) => {
		const ids = readJson(request, Ids);
		return reply.send(ids.map((id) => view(requestForReader(id, callerOf(request), context))));
	});
}

function registerOne(app: FastifyInstance, version: Version, context: Context) {
	const { dialect } = context.settings;
	const { emptyStatus, answers } = traitsOf(dialect, version);
	const answer = json(requestAnswer(version, dialect));
	const view = (request: RequestRecord) => requestView(request, version, context);

	app.get<ById>('/:id', describes({ summary: 'Read a request', answer }), (request, reply) => {
		if (version === 'v3') requireJsonAccepted(request);
		return reply.send(view(requestForReader(request.params.id, callerOf(request), context)));
	});

	const deletion = describes({ summary: 'Delete a request', status: emptyStatus });
	app.delete<ById>('/:id', deletion, (request, reply) => {
		const caller = callerOf(request);
		deleteRequest(requestForWriter(request.params.id, caller, context), context, caller.username);
		return reply.code(emptyStatus).send();
	});

	const reminder = describes({ summary: 'Remind signers', status: emptyStatus });
	app.post<ById>('/:id/remind', reminder, (request, reply) => {
		const caller = callerOf(request);
		remind(requestForWriter(request.params.id, caller, context), caller, context);
		return reply.code(emptyStatus).send();
	});

	// The public regions describe this answer in the shape of version 2.
	const shownAs = answers === 'public' ? 'v2' : version;
	const withdrawal = describes({
		summary: 'Withdraw a request',
		body: Withdrawal,
		isBodyOptional: true,
		answer: json(changedAnswer(version, dialect)),
	});
	app.post<ById>('/:id/withdraw', withdrawal, (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(request.params.id, caller, context);
		const { message } = readOptionalJson(request, Withdrawal);
		requireStatus(found, ['OPEN']);
		found.withdrawalMessage = message;
		applyTransition({ kind: 'withdraw' }, found, context, caller.username);
		return reply.send(requestView(found, shownAs, context));
	});
}

/** Drafts are v3 only (interface.md 9). */
function registerDraft(app: FastifyInstance, context: Context) {
	const { clock, settings } = context;
	const { answers, emptyStatus } = traitsOf(settings.dialect, 'v3');

	const initiation = describes({ summary: 'Send a draft', ...draftAnswer(settings.dialect) });
	app.post<ById>('/:id/initiate', initiation, (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(request.params.id, caller, context);
		if (found.status === 'DRAFT' && found.expiresAt !== undefined) {
			checkExpiresAt(found.expiresAt, clock.now(), found.autoDeleteAt);
		}
		applyTransition({ kind: 'initiate' }, found, context, caller.username);
		if (answers === 'public') return reply.code(emptyStatus).send();
		return reply.send(requestView(found, 'v3', context));
	});

	const removal = describes({ summary: 'Remove the expiry date', status: emptyStatus });
	app.delete<ById>('/:id/expires-at', removal, (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(request.params.id, caller, context);
		if (!settings.features.expiresAt) throw featureNotEnabled('expires_at');
		requireStatus(found, ['DRAFT']);
		found.expiresAt = undefined;
		note(found, 'remove expires_at', context, caller.username);
		return reply.code(emptyStatus).send();
	});
}
