import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from '../http/cookies.ts';

const COOKIE = 'sandbox_person';

const MOST_PEOPLE = 20;

/** Who confirmed an address in this browser, the latest first. Anyone may confirm any address, so nothing is signed. */
export function peopleOf(request: FastifyRequest): string[] {
	return decoded(cookieOf(request, COOKIE) ?? '')
		.split(' ')
		.filter(Boolean);
}

export function rememberPerson(request: FastifyRequest, reply: FastifyReply, email: string) {
	const others = peopleOf(request).filter((other) => !isSameAddress(other, email));
	setCookie(reply, encodeURIComponent([email, ...others].slice(0, MOST_PEOPLE).join(' ')));
}

export function forgetPeople(reply: FastifyReply) {
	setCookie(reply, '; Max-Age=0');
}

export const isSameAddress = (one: string, other: string) =>
	one.toLowerCase() === other.toLowerCase();

function setCookie(reply: FastifyReply, value: string) {
	void reply.header('set-cookie', `${COOKIE}=${value}; Path=/app; HttpOnly; SameSite=Lax`);
}

function decoded(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return '';
	}
}
