/** A service behind a proxy that answers some calls itself, and alters what others ask for or are answered with. */
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startService } from './service.ts';
import type { Service, ServiceOptions } from './service.ts';

export interface Alteration {
	/** The answer, without the service being asked; a text is sent as it is. */
	answer?: { status: number; body?: unknown };
	/** What the service is asked instead, as in /v2/signature-requests?page_number=0. */
	asked?: string;
	/** What becomes of the JSON that the service answers with. */
	body?: (answered: unknown) => unknown;
}

const asJson = { 'content-type': 'application/json' };
const open = new Set<Server>();

afterEach(() => {
	for (const server of open) {
		server.close();
		server.closeAllConnections();
	}
	open.clear();
});

export async function startAlteredService(
	alter: (called: URL) => Alteration | undefined,
	{ credential, ...options }: ServiceOptions = {},
): Promise<Service> {
	let target = '';
	const server = createServer((incoming, outgoing) => {
		const { method, headers, url = '' } = incoming;
		const { answer, body, asked = url } = alter(new URL(url, 'http://service')) ?? {};
		if (answer) {
			const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
			outgoing.writeHead(answer.status, asJson).end(text);
			return;
		}
		const pass = (answered: IncomingMessage) => {
			const { statusCode = 500 } = answered;
			if (body === undefined) {
				outgoing.writeHead(statusCode, answered.headers);
				answered.pipe(outgoing);
				return;
			}
			void json(answered).then((read) => {
				outgoing.writeHead(statusCode, asJson).end(JSON.stringify(body(read)));
			});
		};
		const forwarded = send(target + asked, { method, headers }, pass);
		forwarded.on('error', () => outgoing.destroy());
		incoming.pipe(forwarded);
	});
	open.add(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const signingAddress = `http://127.0.0.1:${port}`;
	const service = await startService({ ...options, credential: { signingAddress, ...credential } });
	target = service.sandbox.address;
	return service;
}

export const isList = ({ pathname }: URL) => /^\/v\d\/signature-requests$/.test(pathname);

export const stateAsked = ({ searchParams }: URL) =>
	searchParams.get('status_overall') ?? undefined;
