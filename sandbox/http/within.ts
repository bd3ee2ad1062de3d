import type { FastifyInstance } from 'fastify';

/** Routes below a prefix, with hooks of their own. */
export function within(
	app: FastifyInstance,
	prefix: string,
	fill: (scope: FastifyInstance) => void,
): void {
	const plugin = Object.assign(
		(scope: FastifyInstance, _options: object, done: () => void) => {
			fill(scope);
			done();
		},
		// Without a name fastify looks for one in all modules that are loaded, whenever a sandbox starts.
		{ [Symbol.for('fastify.display-name')]: `routes within ${prefix}` },
	);
	app.register(plugin, { prefix });
}
