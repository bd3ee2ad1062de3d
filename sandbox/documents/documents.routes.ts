import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../access/authentication.ts';
import { readJson } from '../http/body.ts';
import { describes, file, inlineFile, json } from '../http/route.ts';
import { sendFile } from '../http/contentNegotiation.ts';
import type { Context } from '../state/context.ts';
import {
	createDocument,
	deleteDocument,
	documentAnswer,
	documentForReader,
	documentView,
} from './documents.ts';
import { canReadDocument } from '../access/requestAccess.ts';
import { bytesOf, UPLOAD_FIELDS } from './upload.ts';
import { traitsOf } from '../state/dialect.ts';
import { VERSIONS, type Version } from '../state/version.ts';
import { within } from '../http/within.ts';

const AccessList = z.array(z.string().min(1)).optional();
const NewDocument = z.object({
	title: z.string().trim().min(1),
	read_access: AccessList,
	write_access: AccessList,
	...UPLOAD_FIELDS,
});

interface ById {
	Params: { id: string };
}

export function registerDocuments(app: FastifyInstance, context: Context) {
	for (const version of VERSIONS) {
		within(app, `/${version}/documents`, (scope) => {
			registerVersion(scope, version, context);
		});
	}
}

function registerVersion(app: FastifyInstance, version: Version, context: Context) {
	const { settings, store } = context;
	const traits = traitsOf(settings.dialect, version);

	const Document = documentAnswer(version, settings.dialect);
	const upload = describes({
		summary: 'Upload a document',
		body: NewDocument,
		status: traits.uploadStatus,
		answer: json(Document),
	});
	app.post('/', upload, async (request, reply) => {
		const body = readJson(request, NewDocument);
		const document = await createDocument(
			{
				title: body.title,
				bytes: await bytesOf(body, settings),
				owner: callerOf(request).username,
				readAccess: body.read_access,
				writeAccess: body.write_access,
			},
			context,
		);
		return await reply.code(traits.uploadStatus).send(documentView(document, traits));
	});

	const list = describes({ summary: 'List documents', answer: json(z.array(Document)) });
	app.get('/', list, (request, reply) => {
		const caller = callerOf(request);
		const readable = store.documents.filter((document) =>
			canReadDocument(caller, document, context),
		);
		return reply.send(readable.map((document) => documentView(document, traits)));
	});

	const read = describes({ summary: 'Read a document', answer: json(Document) });
	app.get<ById>('/:id', read, (request, reply) =>
		reply.send(
			documentView(documentForReader(request.params.id, callerOf(request), context), traits),
		),
	);

	const download = describes({
		summary: 'Download a document',
		answer: { ...file('application/pdf'), ...inlineFile },
	});
	app.get<ById>('/:id/content', download, (request, reply) => {
		const document = documentForReader(request.params.id, callerOf(request), context);
		const bytes = store.contentOf(document);
		return sendFile(request, reply, { contentType: 'application/pdf', bytes });
	});

	const deletion = describes({ summary: 'Delete a document', status: traits.emptyStatus });
	app.delete<ById>('/:id', deletion, (request, reply) => {
		deleteDocument(request.params.id, callerOf(request), traits, context);
		return reply.code(traits.emptyStatus).send();
	});
}
