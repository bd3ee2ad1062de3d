import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../../access/authentication.ts';
import { readJson } from '../../http/body.ts';
import { describes, json } from '../../http/route.ts';
import { addSigner } from '../request/changedRequest.ts';
import type { Context } from '../../state/context.ts';
import { traitsOf, type Dialect } from '../../state/dialect.ts';
import { applyTransition } from '../lifecycle/lifecycle.ts';
import { notFound } from '../../http/problem.ts';
import { requestForWriter } from '../../access/requestAccess.ts';
import { requestAnswer, signatureAnswer } from '../request/signatureRequest.answer.ts';
import { signerSchema } from '../request/signatureRequest.schema.ts';
import { requestView, signatureView } from '../request/signatureRequest.view.ts';
import { VERSIONS, type Version } from '../../state/version.ts';

/** A group adds one entry per member. */
function addedAnswer(version: Version, dialect: Dialect) {
	const one = signatureAnswer(version, dialect);
	return version === 'v3' ? z.union([one, z.array(one)]) : one;
}

/** Adding and removing signers (interface.md 4.3). */
export function registerSignatures(app: FastifyInstance, context: Context) {
	const { dialect } = context.settings;
	for (const version of VERSIONS) {
		const { answers, emptyStatus } = traitsOf(dialect, version);
		const path = `/${version}/signature-requests/:id/signatures`;

		const Signer = signerSchema(version, dialect);
		const addition = describes({
			summary: 'Add a signer',
			body: Signer,
			answer: json(
				answers === 'public' ? requestAnswer(version, dialect) : addedAnswer(version, dialect),
			),
		});
		app.post<{ Params: { id: string } }>(path, addition, (request, reply) => {
			const caller = callerOf(request);
			const found = requestForWriter(request.params.id, caller, context);
			const body = readJson(request, Signer);
			const added = addSigner(body, version, found, caller, context);
			if (answers === 'public') return reply.send(requestView(found, version, context));
			const views = added.map((one) => signatureView(one, found, version, context.origin()));
			return reply.send(views.length === 1 ? views[0] : views);
		});

		const removal = describes({ summary: 'Remove a signer', status: emptyStatus });
		app.delete<{ Params: { id: string; sid: string } }>(
			`${path}/:sid`,
			removal,
			(request, reply) => {
				const caller = callerOf(request);
				const { id, sid } = request.params;
				const found = requestForWriter(id, caller, context);
				if (!found.signatures.some((signature) => signature.id === sid))
					throw notFound('The signer');
				applyTransition({ kind: 'remove', signatureId: sid }, found, context, caller.username);
				return reply.code(emptyStatus).send();
			},
		);
	}
}
