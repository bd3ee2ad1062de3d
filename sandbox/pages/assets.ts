import type { FastifyInstance } from 'fastify';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1c4f9c"/><path d="M7 21c4-9 7-12 8.500-11s-3.500 9-1.500 10 4-6 5.500-5.500-.500 4 1.500 4.500 3-1.500 4-2.500" fill="none" stroke="#fff" stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round"/><path d="M7 25.500h18" stroke="#9cc2f5" stroke-width="1.600" stroke-linecap="round"/></svg>`;

const ASSETS = [
	['style.css', 'text/css', STYLE],
	['script.js', 'text/javascript', SCRIPT],
	['icon.svg', 'image/svg+xml', ICON],
] as const;

export function registerAssets(app: FastifyInstance) {
	for (const [name, type, content] of ASSETS) {
		app.get(`/app/assets/${name}`, (_request, reply) =>
			reply
				.type(`${type}; charset=utf-8`)
				.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
				.send(content),
		);
	}
}
