import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was sent by our own page. Browsers say where a POST comes from and pages cannot
 * change that; other programs say nothing, and no page tricks them into posting.
 */
export function isOwnForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
	const site = headers['sec-fetch-site'];
	if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
	const { host, origin } = headers;
	if (origin === undefined) return true;
	return URL.canParse(origin) && new URL(origin).host === host;
}
