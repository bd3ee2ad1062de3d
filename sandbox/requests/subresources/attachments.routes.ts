import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../../access/authentication.ts';
import { readJson } from '../../http/body.ts';
import { describes, file, inlineFile, json } from '../../http/route.ts';
import { sendFile } from '../../http/contentNegotiation.ts';
import type { Context } from '../../state/context.ts';
import { traitsOf, type Traits } from '../../state/dialect.ts';
import { note } from '../lifecycle/lifecycle.ts';
import { requireClean } from '../../documents/malware.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import { requestForReader, requestForWriter } from '../../access/requestAccess.ts';
import type { Attachment, RequestRecord } from '../../state/requestRecord.ts';
import {
	Attachment as AttachmentAnswer,
	changedAnswer,
} from '../request/signatureRequest.answer.ts';
import { requestView } from '../request/signatureRequest.view.ts';
import { decodeBase64 } from '../../documents/upload.ts';

const NewAttachment = z.object({
	filename: z.string().trim().min(1),
	content_type: z.string().min(1),
	content: z.string().min(1),
});

interface ByIds {
	Params: { id: string; attachmentId: string };
}

/** Attachments are in v2 and v3 (interface.md 9). */
export function registerAttachments(app: FastifyInstance, context: Context) {
	for (const version of ['v2', 'v3'] as const) {
		registerVersion(app, version, context);
	}
}

function registerVersion(app: FastifyInstance, version: 'v2' | 'v3', context: Context) {
	const traits = traitsOf(context.settings.dialect, version);
	const path = `/${version}/signature-requests/:id/attachments`;
	const isPublic = traits.answers === 'public';
	const addition = describes({
		summary: 'Add an attachment',
		body: NewAttachment,
		answer: json(isPublic ? changedAnswer(version, 'public') : AttachmentAnswer),
	});
	app.post<{ Params: { id: string } }>(path, addition, (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(request.params.id, caller, context);
		const body = readJson(request, NewAttachment);
		const attachment = readAttachment(body, traits, context);
		found.attachments.push(attachment);
		note(found, 'add attachment', context, caller.username);
		if (isPublic) return reply.send(requestView(found, 'v2', context));
		return reply.send({ attachment_id: attachment.id, filename: attachment.filename });
	});

	const download = describes({
		summary: 'Download an attachment',
		answer: isPublic ? file('application/octet-stream') : { ...file('*/*'), ...inlineFile },
	});
	app.get<ByIds>(`${path}/:attachmentId/content`, download, (request, reply) => {
		const found = requestForReader(request.params.id, callerOf(request), context);
		const attachment = attachmentOf(found, request.params.attachmentId);
		const { contentType } = attachment;
		const bytes = context.store.contentOf(attachment);
		// The public regions give bytes, whatever they are and whatever is asked for.
		if (!isPublic) return sendFile(request, reply, { contentType, bytes });
		return reply
			.type('application/octet-stream')
			.header('content-disposition', 'attachment')
			.send(bytes);
	});

	const removal = describes({ summary: 'Remove an attachment', status: traits.emptyStatus });
	app.delete<ByIds>(`${path}/:attachmentId`, removal, (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(request.params.id, caller, context);
		const attachment = attachmentOf(found, request.params.attachmentId);
		found.attachments = found.attachments.filter((other) => other !== attachment);
		context.store.dropContent(attachment);
		note(found, 'remove attachment', context, caller.username);
		return reply.code(traits.emptyStatus).send();
	});
}

function readAttachment(
	body: z.output<typeof NewAttachment>,
	{ attachments }: Traits,
	{ settings, store }: Context,
): Attachment {
	if (!attachments.types.test(body.content_type)) {
		throw badRequest(
			`content_type: "${body.content_type}" is not supported.`,
			'file.attachment.unsupported',
		);
	}
	const bytes = decodeBase64(
		body.content,
		Math.min(attachments.largestBytes, settings.maxDocumentBytes),
	);
	requireClean(bytes);
	return {
		id: randomUUID(),
		filename: body.filename,
		contentType: body.content_type,
		content: store.keepContent(bytes),
	};
}

function attachmentOf({ attachments }: RequestRecord, id: string): Attachment {
	const attachment = attachments.find((one) => one.id === id);
	if (!attachment) throw notFound('The attachment');
	return attachment;
}
