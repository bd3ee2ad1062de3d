import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { callerOf } from '../../access/authentication.ts';
import type { Context } from '../../state/context.ts';
import { featureNotEnabled, notFound } from '../../http/problem.ts';
import { requestForReader } from '../../access/requestAccess.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import { describes, json, text, type Content } from '../../http/route.ts';
import { Time } from '../../state/values.schema.ts';
import { writeToken } from '../../access/token.ts';
import { userIdOf } from '../request/observer.view.ts';

const Status = z.object({
	...{ id: z.string(), transactionCode: z.string(), accountId: z.string() },
	...{ workflowId: z.string(), status: z.enum(['PENDING', 'COMPLETED']) },
	...{ createdAt: Time, expiresAt: Time, startedAt: Time.nullable() },
});
const Evidence = z.object({
	...{ id: z.string(), email: z.string(), identified_at: Time },
	...{ first_name: z.string().optional(), last_name: z.string().optional() },
});

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
			[summary, content]: [summary: string, content: Content],
			answer: (signature: Signature, request: RequestRecord) => unknown,
		) =>
			app.get<ByIds>(path + subPath, describes({ summary, answer: content }), (request, reply) => {
				if (!settings.features.expressQes) throw featureNotEnabled('Express QES');
				const found = requestForReader(request.params.id, callerOf(request), context);
				const signature = found.signatures.find(({ id }) => id === request.params.sid);
				if (!signature) throw notFound('The signer');
				return reply.send(answer(signature, found));
			});

		get('', ['Read how far an identification is', json(Status)], statusOf);
		get('/json', ['Read the evidence', json(Evidence)], (signature) => evidenceOf(signature));
		get('/files', ['List files of the evidence', json(z.array(z.looseObject({})))], () => []);
		get('/jwt', ['Read the evidence as a token', text], (signature) => {
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
