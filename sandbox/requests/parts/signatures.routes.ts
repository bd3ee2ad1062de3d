import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../access/authentication.ts';
import { readJson } from '../../http/body.ts';
import { reads } from '../../http/routeInput.ts';
import { addSigner } from '../request/changedRequest.ts';
import type { Context } from '../../state/context.ts';
import { traitsOf } from '../../state/dialect.ts';
import { take } from '../lifecycle/lifecycle.ts';
import { notFound } from '../../http/problem.ts';
import { requestForWriter } from '../../access/requestAccess.ts';
import { signerSchema } from '../request/signatureRequest.schema.ts';
import { requestView, signatureView } from '../request/signatureRequest.view.ts';
import { VERSIONS } from '../../state/version.ts';

/** Adding and removing signers (interface.md 4.3). */
export function registerSignatures(app: FastifyInstance, context: Context) {
	const { dialect } = context.settings;
	for (const version of VERSIONS) {
		const { answers, emptyStatus } = traitsOf(dialect, version);
		const path = `/${version}/signature-requests/:id/signatures`;

		const Signer = signerSchema(version, dialect);
		app.post<{ Params: { id: string } }>(path, reads({ body: Signer }), (request, reply) => {
			const caller = callerOf(request);
			const found = requestForWriter(request.params.id, caller, context);
			const body = readJson(request, Signer);
			const added = addSigner(body, version, found, caller, context);
			if (answers === 'public') return reply.send(requestView(found, version, context));
			const views = added.map((one) => signatureView(one, found, version, context.origin()));
			// A group adds one entry per member.
			return reply.send(views.length === 1 ? views[0] : views);
		});

		app.delete<{ Params: { id: string; sid: string } }>(`${path}/:sid`, (request, reply) => {
			const caller = callerOf(request);
			const { id, sid } = request.params;
			const found = requestForWriter(id, caller, context);
			if (!found.signatures.some((signature) => signature.id === sid)) throw notFound('The signer');
			take({ kind: 'remove', signatureId: sid }, found, context, caller.username);
			return reply.code(emptyStatus).send();
		});
	}
}
