import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { check } from '../http/body.ts';
import { reads } from '../http/routeInput.ts';
import { notFound } from '../http/problem.ts';
import type { Context } from '../state/context.ts';
import type { Legislation, Settings } from '../state/settings.ts';
import { hasAccount } from './accounts.ts';
import { Email } from '../state/values.schema.ts';

const Query = z.object({ username: Email });

/** With which quality a person would really sign when a request asks for another one (interface.md 10). */
export function registerSignatureQualities(app: FastifyInstance, { settings }: Context) {
	for (const version of ['v2', 'v3']) {
		app.get(`/${version}/user/signature-qualities`, reads({ query: Query }), (request, reply) => {
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
