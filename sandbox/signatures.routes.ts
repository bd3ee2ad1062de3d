import type { FastifyInstance } from 'fastify';
import { callerOf } from './authentication.ts';
import { readJson } from './body.ts';
import { addSigner } from './changedRequest.ts';
import type { Context } from './context.ts';
import { take } from './lifecycle.ts';
import { notFound } from './problem.ts';
import { requestForWriter } from './requestAccess.ts';
import { signerSchema } from './signatureRequest.schema.ts';
import { signatureView } from './signatureRequest.view.ts';
import { VERSIONS } from './version.ts';

/** Adding and removing signers (interface.md 4.3). */
export function registerSignatures(app: FastifyInstance, context: Context) {
	for (const version of VERSIONS) {
		const path = `/${version}/signature-requests/:id/signatures`;

		app.post<{ Params: { id: string } }>(path, (request, reply) => {
			const caller = callerOf(request);
			const found = requestForWriter(request.params.id, caller, context);
			const body = readJson(request, signerSchema(version));
			const added = addSigner(body, version, found, caller, context);
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
			return reply.code(204).send();
		});
	}
}
