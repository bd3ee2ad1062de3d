import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Tenant, TenantsDesk } from './control/operation.ts';
import type { Service } from './service.ts';

const PATH = /^\/tenants\/(\w+)(?=\/|\?|$)/;

interface Opened {
	tenant: Tenant;
	service: Service;
}

/** What makes the service of a tenant, whose paths begin with the prefix. */
export type Opening = (
	prefix: string,
) => Promise<{ service: Service; account: Omit<Tenant, 'id'> }>;

/** Accounts with their own state and clock, below /tenants/{id} of the same address; gone with the process. */
export class Tenants implements TenantsDesk {
	readonly #opened = new Map<string, Opened>();
	readonly #opening: Opening;

	constructor(opening: Opening) {
		this.#opening = opening;
	}

	async open(): Promise<Tenant> {
		const id = randomBytes(8).toString('hex');
		const { service, account } = await this.#opening(`/tenants/${id}`);
		await service.app.ready();
		const tenant = { id, ...account };
		this.#opened.set(id, { tenant, service });
		return tenant;
	}

	list = () => [...this.#opened.values()].map(({ tenant }) => tenant);

	async close(id: string): Promise<boolean> {
		const opened = this.#opened.get(id);
		this.#opened.delete(id);
		await opened?.service.close();
		return opened !== undefined;
	}

	async closeAll() {
		for (const id of [...this.#opened.keys()]) await this.close(id);
	}

	/** Calls of a tenant reach its service, and all others the one that listens. */
	dispatch(request: IncomingMessage, response: ServerResponse, others: RequestListener) {
		const [prefix = '', id = ''] = PATH.exec(request.url ?? '') ?? [];
		const opened = this.#opened.get(id);
		if (!opened) return others(request, response);
		request.url = request.url?.slice(prefix.length) || '/';
		opened.service.app.routing(request, response);
	}
}

/** Pages, redirects and cookies name paths from the root, which is not where a tenant's are. */
export function stayBelow(app: FastifyInstance, prefix: string) {
	app.addHook('onSend', (_request, reply, payload, done) => {
		const { location, 'set-cookie': cookies } = reply.getHeaders();
		if (typeof location === 'string' && location.startsWith('/')) {
			reply.header('location', prefix + location);
		}
		if (typeof cookies === 'string') {
			reply.removeHeader('set-cookie');
			reply.header('set-cookie', cookies.replace('Path=/', `Path=${prefix}/`));
		}
		const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
		const moved = (page: string) => page.replace(/((?:href|src|action)=")(?=\/)/g, `$1${prefix}`);
		done(null, isPage && typeof payload === 'string' ? moved(payload) : payload);
	});
}
