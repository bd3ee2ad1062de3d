import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { FORM, isOfType, readForm, readJson } from '../http/body.ts';
import { describes, json, text } from '../http/route.ts';
import type { Context } from '../state/context.ts';
import { traitsOf } from '../state/dialect.ts';
import { forbidden, notFound, Problem } from '../http/problem.ts';
import type { User } from '../state/settings.ts';
import { writeToken, type TokenClaims } from './token.ts';
import { VERSIONS, type Version } from '../state/version.ts';

const Credentials = z.object({ username: z.string().min(1), 'api-key': z.string().min(1) });

const JSON_TYPE = 'application/json';

/** Version 1 reads a form, the later ones JSON (interface.md 4.1); the public regions read both. */
function mediaTypesOf(version: Version, { settings }: Context): readonly string[] {
	if (traitsOf(settings.dialect, version).takesFormLogin) return [JSON_TYPE, FORM];
	return version === 'v1' ? [FORM] : [JSON_TYPE];
}

const login = (version: Version, context: Context) => ({
	body: Credentials,
	mediaTypes: mediaTypesOf(version, context),
	isOpen: true,
	refusals: {
		// Some services refuse a wrong login with 400 and a sentence, others with 401.
		400: { means: 'The username or the API key is wrong, or one is missing', also: text },
	},
});

export function registerLogin(app: FastifyInstance, context: Context) {
	for (const version of VERSIONS) {
		const description = describes({
			...login(version, context),
			summary: 'Log in: answers the bearer token',
			answer: text,
		});
		app.post(`/${version}/access/login`, description, (request, reply) => {
			const user = userByCredentials(readCredentials(request, version, context), context);
			return reply.type('text/plain').send(newToken(user, 'signing', version, context));
		});
	}

	const description = describes({
		...login('v2', context),
		summary: 'Log in for validation: answers the bearer token',
		answer: { ...text, ...json(z.object({ accesstoken: z.string() })) },
	});
	app.post('/validation/v1/access/login', description, (request, reply) => {
		if (context.settings.validationLogin === 'off') throw notFound('The login');
		const user = userByCredentials(readCredentials(request, 'v2', context), context);
		if (!user.validation) throw forbidden('This key may not use the validation interface.');
		const token = newToken(user, 'validation', 'v2', context);
		return context.settings.validationLogin === 'json'
			? reply.send({ accesstoken: token })
			: reply.type('text/plain').send(token);
	});
}

function readCredentials(request: FastifyRequest, version: Version, context: Context) {
	const mediaTypes = mediaTypesOf(version, context);
	const isForm = mediaTypes.includes(FORM) && isOfType(request, FORM);
	return isForm || !mediaTypes.includes(JSON_TYPE)
		? readForm(request, Credentials)
		: readJson(request, Credentials);
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
