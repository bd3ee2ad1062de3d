import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from '../http/cookies.ts';

const COOKIE = 'sandbox_person';

/** Who confirmed an address in this browser. Anyone may confirm any address, so nothing is signed. */
export function personOf(request: FastifyRequest): string | undefined {
	const value = cookieOf(request, COOKIE);
	return value ? decoded(value) : undefined;
}

export function rememberPerson(reply: FastifyReply, email: string) {
	setCookie(reply, encodeURIComponent(email));
}

export function forgetPerson(reply: FastifyReply) {
	setCookie(reply, '; Max-Age=0');
}

function setCookie(reply: FastifyReply, value: string) {
	void reply.header('set-cookie', `${COOKIE}=${value}; Path=/app; HttpOnly; SameSite=Lax`);
}

function decoded(value: string): string | undefined {
	try {
		return decodeURIComponent(value);
	} catch {
		return undefined;
	}
}
