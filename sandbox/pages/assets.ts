import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const TYPES: Record<string, string> = {
	'.css': 'text/css',
	'.js': 'text/javascript',
	'.svg': 'image/svg+xml',
};

/** The files that pages load, read once when the sandbox starts. */
export function registerAssets(app: FastifyInstance) {
	const folder = path.join(import.meta.dirname, 'assets');
	for (const name of readdirSync(folder)) {
		const type = TYPES[path.extname(name)];
		if (type === undefined) continue;
		const content = readFileSync(path.join(folder, name));
		app.get(`/app/assets/${name}`, (_request, reply) =>
			reply
				.type(`${type}; charset=utf-8`)
				.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
				.send(content),
		);
	}
}
