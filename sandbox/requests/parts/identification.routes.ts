import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../access/authentication.ts';
import type { Context } from '../../state/context.ts';
import { featureNotEnabled, notFound } from '../../http/problem.ts';
import { requestForReader } from '../../access/requestAccess.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import { writeToken } from '../../access/token.ts';
import { userIdOf } from '../request/observer.view.ts';

const LINK_LIFETIME_MS = 30 * 86_400_000;

interface ByIds {
	Params: { id: string; sid: string };
}

/** Express QES evidence: interface.md 4.3 names the four operations but not their paths. */
export function registerIdentification(app: FastifyInstance, context: Context) {
	const { clock, settings, store } = context;
	for (const version of ['v2', 'v3']) {
		const path = `/${version}/signature-requests/:id/signatures/:sid/identification`;
		const get = (
			subPath: string,
			answer: (signature: Signature, request: RequestRecord) => unknown,
		) =>
			app.get<ByIds>(path + subPath, (request, reply) => {
				if (!settings.features.expressQes) throw featureNotEnabled('Express QES');
				const found = requestForReader(request.params.id, callerOf(request), context);
				const signature = found.signatures.find(({ id }) => id === request.params.sid);
				if (!signature) throw notFound('The signer');
				return reply.send(answer(signature, found));
			});

		get('', statusOf);
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

/** How far the identification is; it can be done as long as its link lives. */
function statusOf({ id, status, email, signedAt }: Signature, request: RequestRecord) {
	const timeOf = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
	return {
		id,
		transactionCode: id.slice(0, 8).toUpperCase(),
		accountId: userIdOf(email),
		workflowId: request.id,
		status: status === 'SIGNED' ? 'COMPLETED' : 'PENDING',
		createdAt: timeOf(request.createdAt),
		expiresAt: timeOf(request.createdAt + LINK_LIFETIME_MS),
		startedAt: timeOf(signedAt),
	};
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
