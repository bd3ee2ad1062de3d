import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'sandbox_person';

/** Who confirmed an address in this browser. Anybody may confirm any address, so nothing is signed. */
export function personOf({ headers: { cookie = '' } }: FastifyRequest): string | undefined {
	const pairs = cookie.split(';').map((pair) => pair.trim().split('=', 2));
	const value = pairs.find(([name]) => name === COOKIE)?.[1];
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
