import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../access/authentication.ts';
import { readJson } from '../http/body.ts';
import { reads } from '../http/routeInput.ts';
import { sendFile } from '../http/contentNegotiation.ts';
import type { Context } from '../state/context.ts';
import { createDocument, deleteDocument, documentForReader, documentView } from './documents.ts';
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

	app.post('/', reads({ body: NewDocument }), async (request, reply) => {
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

	app.get('/', (request, reply) => {
		const caller = callerOf(request);
		const readable = store.documents.filter((document) =>
			canReadDocument(caller, document, context),
		);
		return reply.send(readable.map((document) => documentView(document, traits)));
	});

	app.get<ById>('/:id', (request, reply) =>
		reply.send(
			documentView(documentForReader(request.params.id, callerOf(request), context), traits),
		),
	);

	app.get<ById>('/:id/content', (request, reply) => {
		const document = documentForReader(request.params.id, callerOf(request), context);
		const bytes = store.contentOf(document);
		return sendFile(request, reply, { contentType: 'application/pdf', bytes });
	});

	app.delete<ById>('/:id', (request, reply) => {
		deleteDocument(request.params.id, callerOf(request), traits, context);
		return reply.code(traits.emptyStatus).send();
	});
}
