import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { decodeBase64 } from '../documents/upload.ts';
import { requireClean } from '../documents/malware.ts';
import { check, readJson } from '../http/body.ts';
import { bytesOfPart, isMultipart, readMultipart } from '../http/multipart.ts';
import { describes, file, json } from '../http/route.ts';
import { within } from '../http/within.ts';
import type { Context } from '../state/context.ts';
import { traitsOf } from '../state/dialect.ts';
import { TextOrNull, Texts, Uuid } from '../state/values.schema.ts';
import {
	createSendTo,
	documentOf,
	removeSendTo,
	sendToFor,
	trackView,
	type SendTo,
} from './sendTo.ts';

const Title = z.string().trim().min(1);
const NewSendTo = z.object({ title: Title, content: z.string().min(1) });
const Headers = z.object({ 'x-accesscode': z.guid() });

const SentTo = z.object({ url: z.string(), id: Uuid, access_code: Uuid });
const Tracked = z.object({
	status: z.enum('UNCLAIMED EXPIRED CLAIMED SIGNING SIGNED WITHDRAWN DECLINED'.split(' ')),
	creator: TextOrNull,
	signers: Texts.nullable(),
});

interface ById {
	Params: { id: string };
}

/** Sending a document without a login; the public regions describe it in both versions. */
export function registerSendTo(app: FastifyInstance, context: Context) {
	for (const version of ['v2', 'v3'] as const) {
		if (!traitsOf(context.settings.dialect, version).hasSendTo) continue;
		within(app, `/${version}/sendto`, (scope) => registerVersion(scope, context));
	}
}

function registerVersion(app: FastifyInstance, context: Context) {
	const find = (request: FastifyRequest<ById>): SendTo => {
		const { 'x-accesscode': accessCode } = check(Headers, request.headers);
		return sendToFor(request.params.id, accessCode, context);
	};
	const creation = describes({
		summary: 'Send a document without a login',
		body: NewSendTo,
		mediaTypes: ['application/json', 'multipart/form-data'],
		answer: json(SentTo),
		isOpen: true,
	});
	const byCode = { headers: Headers, isOpen: true };
	const tracking = describes({
		...byCode,
		summary: 'Read what became of a sent document',
		answer: json(Tracked),
	});
	const download = describes({
		...byCode,
		summary: 'Download a sent document',
		answer: file('application/pdf'),
	});
	const deletion = describes({ ...byCode, summary: 'Delete a sent document' });

	app.post('/', creation, async (request) => {
		const sendTo = await createSendTo(await readUpload(request, context), context);
		return {
			url: `${context.origin()}/app/sendto/${sendTo.id}`,
			id: sendTo.id,
			access_code: sendTo.accessCode,
		};
	});
	app.get<ById>('/:id/track', tracking, (request) => trackView(find(request), context));
	app.get<ById>('/:id/download', download, (request, reply) => {
		const document = documentOf(find(request), context);
		return reply.type('application/pdf').send(context.store.contentOf(document));
	});
	app.delete<ById>('/:id', deletion, (request, reply) => {
		removeSendTo(find(request), context);
		return reply.send();
	});
}

async function readUpload(request: FastifyRequest, { settings }: Context) {
	if (isMultipart(request)) {
		const form = await readMultipart(request);
		const { title } = check(z.object({ title: Title }), { title: form.get('title') });
		return { title, bytes: clean(await bytesOfPart(form, 'content')) };
	}
	const { title, content } = readJson(request, NewSendTo);
	return { title, bytes: clean(decodeBase64(content, settings.maxDocumentBytes)) };
}

function clean(bytes: Buffer): Buffer {
	requireClean(bytes);
	return bytes;
}
