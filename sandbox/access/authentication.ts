import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../state/context.ts';
import { traitsOf } from '../state/dialect.ts';
import { SMALL_BODY_BYTES } from '../http/body.ts';
import { pathOf } from '../http/pathPattern.ts';
import { Problem, type ProblemKey } from '../http/problem.ts';
import type { User } from '../state/settings.ts';
import { readToken, type TokenClaims } from './token.ts';

/** Every call of an interface but the logins needs a bearer token (interface.md 5.4). */
export function registerAuthentication(app: FastifyInstance, context: Context) {
	const authenticate = (request: FastifyRequest) => {
		const path = pathOf(request.url);
		if (isInterface(path) && !isOpen(path, context)) {
			request.caller = callerByToken(request, scopeOf(path), context);
		}
	};
	// A large body is only read when it is known whose it is.
	app.addHook('onRequest', (request, _reply, done) => {
		if (mayBeLarge(request)) authenticate(request);
		done();
	});
	app.addHook('preValidation', (request, _reply, done) => {
		authenticate(request);
		done();
	});
}

/** Who makes this call. */
export function callerOf(request: FastifyRequest): User {
	if (!request.caller) throw new Error(`${request.url} is served without authentication`);
	return request.caller;
}

/** A body that comes in chunks does not say how long it will be. */
const mayBeLarge = ({ headers }: FastifyRequest) =>
	headers['transfer-encoding'] !== undefined ||
	Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES;

/** The login gives the token, and version 1 describes itself to everybody; the public regions tell their prices to everybody. */
function isOpen(path: string, { settings }: Context): boolean {
	if (path.endsWith('/access/login') || path === '/v1/api-docs') return true;
	const { pricesNeedToken } = traitsOf(settings.dialect);
	return !pricesNeedToken && path === '/validation/v1/billing/credits/infos';
}

const isInterface = (path: string) => /^\/(validation\/)?v\d+(\/|$)/.test(path);

const scopeOf = (path: string): TokenClaims['scope'] =>
	path.startsWith('/validation/') ? 'validation' : 'signing';

function callerByToken(
	request: FastifyRequest,
	scope: TokenClaims['scope'],
	{ clock, settings, store }: Context,
): User {
	const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
	const refuse = (message: string, key: ProblemKey) =>
		new Problem(settings.refusedTokenStatus, message, { key });
	if (!token) throw refuse('The bearer token is missing.', 'error.auth.token_invalid');

	const claims = readToken(token, store.tokenSecret);
	if (claims && claims.exp * 1000 <= clock.now()) {
		throw refuse('The bearer token has expired.', 'error.auth.token_expired');
	}
	const user = settings.users.find(({ username }) => username === claims?.sub);
	const opens =
		claims?.scope === scope || (scope === 'validation' && settings.signingTokenOpensValidation);
	if (!claims || !user || !opens || !store.holdsToken(claims.jti)) {
		throw refuse('The bearer token is not valid.', 'error.auth.token_invalid');
	}
	return user;
}

declare module 'fastify' {
	interface FastifyRequest {
		caller?: User;
	}
}
