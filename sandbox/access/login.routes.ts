import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FORM, isOfType, readForm, readJson } from '../http/body.ts';
import { reads } from '../http/routeInput.ts';
import type { Context } from '../state/context.ts';
import { traitsOf } from '../state/dialect.ts';
import { forbidden, notFound, Problem } from '../http/problem.ts';
import type { User } from '../state/settings.ts';
import { writeToken, type TokenClaims } from './token.ts';
import { VERSIONS, type Version } from '../state/version.ts';

const Credentials = z.object({ username: z.string().min(1), 'api-key': z.string().min(1) });

export function registerLogin(app: FastifyInstance, context: Context) {
	for (const version of VERSIONS) {
		app.post(`/${version}/access/login`, reads({ body: Credentials }), (request, reply) => {
			const user = userByCredentials(readCredentials(request, version, context), context);
			return reply.type('text/plain').send(newToken(user, 'signing', version, context));
		});
	}

	app.post('/validation/v1/access/login', reads({ body: Credentials }), (request, reply) => {
		if (context.settings.validationLogin === 'off') throw notFound('The login');
		const user = userByCredentials(readCredentials(request, 'v2', context), context);
		if (!user.validation) throw forbidden('This key may not use the validation interface.');
		const token = newToken(user, 'validation', 'v2', context);
		return context.settings.validationLogin === 'json'
			? reply.send({ accesstoken: token })
			: reply.type('text/plain').send(token);
	});
}

/** Version 1 reads a form, the later ones JSON (interface.md 4.1); the public regions read both. */
function readCredentials(request: FastifyRequest, version: Version, { settings }: Context) {
	const { takesFormLogin } = traitsOf(settings.dialect, version);
	const readsForm = takesFormLogin ? isOfType(request, FORM) : version === 'v1';
	return readsForm ? readForm(request, Credentials) : readJson(request, Credentials);
}

function userByCredentials(given: z.output<typeof Credentials>, { settings }: Context): User {
	const user = settings.users.find(
		({ username, apiKey }) => username === given.username && apiKey === given['api-key'],
	);
	if (user) return user;
	throw new Problem(settings.wrongCredentialsStatus, 'The username or the API key is wrong.', {
		key: 'error.auth.credentials_invalid',
		plainText: settings.wrongCredentialsStatus === 400,
	});
}

function newToken(
	user: User,
	scope: TokenClaims['scope'],
	version: Version,
	{ clock, settings, store }: Context,
): string {
	const iat = Math.floor(clock.now() / 1000);
	const exp = iat + Math.floor(settings.tokenLifetimesMs[version] / 1000);
	const claims = { jti: randomUUID(), sub: user.username, scope, iat, exp };
	store.addToken(claims, clock.now());
	return writeToken(claims, store.tokenSecret);
}
