import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../access/authentication.ts';
import { readJson } from '../../http/body.ts';
import { sendFile } from '../../http/contentNegotiation.ts';
import type { Context } from '../../state/context.ts';
import { decrypt, encrypt } from '../../state/encryption.ts';
import { note } from '../lifecycle/lifecycle.ts';
import { requireClean } from '../../documents/malware.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import { requestForReader, requestForWriter } from '../../access/requestAccess.ts';
import type { Attachment, RequestRecord } from '../../state/requestRecord.ts';
import { decodeBase64 } from '../../documents/upload.ts';

const NewAttachment = z.object({
	filename: z.string().trim().min(1),
	content_type: z.string().min(1),
	content: z.string().min(1),
});

const SUPPORTED_TYPE =
	/^(application\/(pdf|json|xml|zip|msword|vnd\.(openxmlformats|ms-)[\w.-]+)|image\/(png|jpeg|gif|webp)|text\/(plain|csv|html|xml))$/;

interface ByIds {
	Params: { id: string; attachmentId: string };
}

/** Attachments are in v2 and v3 (interface.md 9). */
export function registerAttachments(app: FastifyInstance, context: Context) {
	for (const version of ['v2', 'v3']) {
		registerVersion(app, `/${version}/signature-requests/:id/attachments`, context);
	}
}

function registerVersion(app: FastifyInstance, path: string, context: Context) {
	app.post<{ Params: { id: string } }>(path, (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(request.params.id, caller, context);
		const body = readJson(request, NewAttachment);
		const attachment = readAttachment(body, context.settings.maxDocumentBytes);
		found.attachments.push(attachment);
		note(found, 'add attachment', context, caller.username);
		return reply.send({ attachment_id: attachment.id, filename: attachment.filename });
	});

	app.get<ByIds>(`${path}/:attachmentId/content`, (request, reply) => {
		const found = requestForReader(request.params.id, callerOf(request), context);
		const { contentType, content } = attachmentOf(found, request.params.attachmentId);
		return sendFile(request, reply, { contentType, bytes: decrypt(content) });
	});

	app.delete<ByIds>(`${path}/:attachmentId`, (request, reply) => {
		const caller = callerOf(request);
		const found = requestForWriter(request.params.id, caller, context);
		const attachment = attachmentOf(found, request.params.attachmentId);
		found.attachments = found.attachments.filter((other) => other !== attachment);
		note(found, 'remove attachment', context, caller.username);
		return reply.code(204).send();
	});
}

function readAttachment(body: z.output<typeof NewAttachment>, maxBytes: number): Attachment {
	if (!SUPPORTED_TYPE.test(body.content_type)) {
		throw badRequest(
			`content_type: "${body.content_type}" is not supported.`,
			'file.attachment.unsupported',
		);
	}
	const bytes = decodeBase64(body.content, maxBytes);
	requireClean(bytes);
	return {
		id: randomUUID(),
		filename: body.filename,
		contentType: body.content_type,
		content: encrypt(bytes),
	};
}

function attachmentOf({ attachments }: RequestRecord, id: string): Attachment {
	const attachment = attachments.find((one) => one.id === id);
	if (!attachment) throw notFound('The attachment');
	return attachment;
}
