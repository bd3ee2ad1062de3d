/** A service behind a proxy that answers some calls itself, and alters what others ask for or are answered with. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startService, type Service, type ServiceOptions } from './service.ts';

export interface Alteration {
	/** The answer, without the service being asked; a text is sent as it is. */
	answer?: { status: number; body?: unknown };
	/** What the service is asked instead, as in /v2/signature-requests?page_number=0. */
	asked?: string;
	/** What becomes of the JSON that the service answers with. */
	body?: (answered: unknown) => unknown;
	/** The connection ends instead of an answer. */
	isLost?: boolean;
}

export type Alter = (called: URL, method: string) => Alteration | undefined;

const asJson = { 'content-type': 'application/json' };
const open = new Set<Server>();

afterEach(() => {
	for (const server of open) close(server);
	open.clear();
});

export async function startAlteredService(
	alter: Alter,
	{ credential, ...options }: ServiceOptions = {},
): Promise<Service> {
	const { server, address: signingAddress, forwardTo } = await startAlteringProxy(alter);
	open.add(server);
	const service = await startService({ ...options, credential: { signingAddress, ...credential } });
	forwardTo(service.sandbox.address);
	return service;
}

export async function startAlteringProxy(alter: Alter, service = '') {
	let target = service;
	const server = createServer((incoming, outgoing) => {
		const { method = '', headers, url = '' } = incoming;
		const alteration = alter(new URL(url, 'http://service'), method) ?? {};
		const { answer, body, asked = url, isLost } = alteration;
		if (answer) {
			const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
			outgoing.writeHead(answer.status, asJson).end(text);
			return;
		}
		const pass = (answered: IncomingMessage) => {
			const { statusCode = 500, headers: given } = answered;
			if (isLost) return void outgoing.destroy();
			if (body === undefined || !given['content-type']?.includes('json')) {
				outgoing.writeHead(statusCode, given);
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
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		server,
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		forwardTo: (address: string) => void (target = address),
		close: () => close(server),
	};
}

function close(server: Server): void {
	server.close();
	server.closeAllConnections();
}

export const isList = ({ pathname }: URL) => /^\/v\d\/signature-requests$/.test(pathname);

export const stateAsked = ({ searchParams }: URL) =>
	searchParams.get('status_overall') ?? undefined;
