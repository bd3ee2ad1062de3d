import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const TYPES = {
	'style.css': 'text/css',
	'script.js': 'text/javascript',
	'icon.svg': 'image/svg+xml',
};

/** The files that pages load, read once: a missing one is noticed when the sandbox starts. */
export function registerAssets(app: FastifyInstance) {
	for (const [name, type] of Object.entries(TYPES)) {
		const content = readFileSync(path.join(import.meta.dirname, 'assets', name));
		app.get(`/app/assets/${name}`, (_request, reply) =>
			reply
				.type(`${type}; charset=utf-8`)
				.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
				.send(content),
		);
	}
}
