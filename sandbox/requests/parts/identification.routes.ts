import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../access/authentication.ts';
import type { Context } from '../../state/context.ts';
import { featureNotEnabled, notFound } from '../../http/problem.ts';
import { requestForReader } from '../../access/requestAccess.ts';
import type { Signature } from '../../state/requestRecord.ts';
import { writeToken } from '../../access/token.ts';

interface ByIds {
	Params: { id: string; sid: string };
}

/** Express QES evidence: interface.md 4.3 names the four operations but not their paths. */
export function registerIdentification(app: FastifyInstance, context: Context) {
	const { clock, settings, store } = context;
	for (const version of ['v2', 'v3']) {
		const path = `/${version}/signature-requests/:id/signatures/:sid/identification`;
		const get = (subPath: string, answer: (signature: Signature) => unknown) =>
			app.get<ByIds>(path + subPath, (request, reply) => {
				if (!settings.features.expressQes) throw featureNotEnabled('Express QES');
				const found = requestForReader(request.params.id, callerOf(request), context);
				const signature = found.signatures.find(({ id }) => id === request.params.sid);
				if (!signature) throw notFound('The signer');
				return reply.send(answer(signature));
			});

		get('', ({ status }) => ({ status: status === 'SIGNED' ? 'COMPLETED' : 'PENDING' }));
		get('/json', (signature) => evidenceOf(signature));
		get('/files', () => []);
		get('/jwt', (signature) => {
			const { id } = evidenceOf(signature);
			const now = Math.floor(clock.now() / 1000);
			const claims = { jti: id, sub: id, scope: 'evidence', iat: now, exp: now } as const;
			return writeToken(claims, store.tokenSecret);
		});
	}
}

/** There is evidence once the person has been identified, that is, has signed. */
function evidenceOf({ id, identity, email, signedAt }: Signature) {
	if (signedAt === undefined) throw notFound('The evidence');
	return {
		id,
		email,
		first_name: identity?.firstName,
		last_name: identity?.lastName,
		identified_at: new Date(signedAt).toISOString(),
	};
}
