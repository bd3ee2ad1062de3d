import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const EVERY_ADDRESS = ['0.0.0.0', '::'];

interface Listening {
	/** Where the sandbox listens. */
	host: string;
	/** Names under which it is reached besides, such as that of a container. */
	names: string[];
}

/**
 * A page elsewhere can have its own name lead to this machine and then read what it likes: the browser takes us
 * for that page's own server. It cannot hide the name that it used, so other names are refused.
 */
export function registerHostCheck(app: FastifyInstance, listening: Listening) {
	const isOurs = ownHosts(listening);
	app.addHook('onRequest', (request, _reply, done) => {
		const name = nameIn(request.headers.host ?? '');
		if (isOurs(name)) return done();
		const message = `The sandbox does not answer as "${name}". Call it by ${OWN_NAMES[0]}, or start it with --allowed-host ${name}.`;
		done(new Problem(421, message));
	});
}

function ownHosts({ host, names }: Listening): (name: string) => boolean {
	const known = new Set([...OWN_NAMES, host, ...names].map((name) => name.toLowerCase()));
	// Only a name can lead elsewhere: what is called by its number is what it is.
	const takesNumbers = EVERY_ADDRESS.includes(host);
	return (name) => known.has(name) || (takesNumbers && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
}

/** Without the port, which is not always ours: a proxy or a container has one of its own. */
const nameIn = (host: string) => host.replace(/:\d+$/, '').toLowerCase();
