import type { FastifyRequest } from 'fastify';

export function cookieOf({ headers: { cookie = '' } }: FastifyRequest, name: string) {
	const pairs = cookie.split(';').map((pair) => pair.trim().split('=', 2));
	return pairs.find(([given]) => given === name)?.[1];
}
