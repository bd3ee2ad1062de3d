import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { check } from '../http/body.ts';
import { notFound } from '../http/problem.ts';
import { describes, json } from '../http/route.ts';
import type { Context } from '../state/context.ts';
import type { Legislation, Settings } from '../state/settings.ts';
import { hasAccount } from './accounts.ts';
import { Email } from '../state/values.schema.ts';

const Query = z.object({ username: Email });

const Leaf = z.object({ quality: z.string(), provider: z.string(), legislation: z.string() });
const ByLaw = z.object({ zertes: Leaf, eidas: Leaf });
const Anywhere = z.object({ any: Leaf });
const BySeal = z.record(z.string(), Leaf);
const Qualities = z.object({
	...{ qes: ByLaw, aes_minimal: ByLaw, aes: Anywhere, ses: Anywhere, demo: Anywhere },
	...{ part11: Anywhere, seal: z.object({ aes: BySeal, qes: BySeal }) },
});
const description = describes({
	summary: 'Read with which quality someone signs',
	query: Query,
	answer: json(Qualities),
});

/** With which quality a person would really sign when a request asks for another one (interface.md 10). */
export function registerSignatureQualities(app: FastifyInstance, { settings }: Context) {
	for (const version of ['v2', 'v3']) {
		app.get(`/${version}/user/signature-qualities`, description, (request, reply) => {
			const { username } = check(Query, request.query);
			if (!hasAccount(username, settings)) throw notFound('The user');
			return reply.send(qualitiesOf(username, settings));
		});
	}
}

function qualitiesOf(email: string, { identified, seals }: Settings) {
	const laws = identified[email.toLowerCase()] ?? (['ZERTES', 'EIDAS'] as const);
	// Who was not identified under a law still signs, with what needs no identification.
	const qualified = (legislation: Legislation) =>
		laws.includes(legislation) ? leaf('QES', legislation) : leaf('AES', legislation);
	const sealed = (quality: string) =>
		Object.fromEntries(seals.map(({ accountName }) => [accountName, leaf(quality, 'ZERTES')]));
	return {
		qes: { zertes: qualified('ZERTES'), eidas: qualified('EIDAS') },
		aes_minimal: { zertes: leaf('AES_MINIMAL', 'ZERTES'), eidas: leaf('AES_MINIMAL', 'EIDAS') },
		aes: { any: leaf('AES', 'WORLD') },
		ses: { any: leaf('SES', 'WORLD') },
		demo: { any: leaf('DEMO', 'WORLD') },
		part11: { any: leaf('PART11', 'WORLD') },
		seal: { aes: sealed('AES'), qes: sealed('AES') },
	};
}

const leaf = (quality: string, legislation: string) => ({
	quality,
	provider: 'sandbox',
	legislation,
});
