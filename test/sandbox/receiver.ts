import { createServer as createHttp, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';

interface Received {
	method?: string;
	url?: string;
	contentType?: string;
	body: string;
	/** The common name of the caller's certificate. */
	certificate?: string;
}

export interface Receiver {
	address: string;
	received: Received[];
	/** What the next calls are answered with; 200 once they are used up. */
	answers: Array<{ status: number; headers?: Record<string, string> } | 'never'>;
	close(): Promise<void>;
}

interface Tls {
	key: string;
	cert: string;
	ca: string;
}

/** An endpoint for callbacks; with TLS it asks for a client certificate. */
export async function startReceiver(tls?: Tls): Promise<Receiver> {
	const received: Received[] = [];
	const answers: Receiver['answers'] = [];
	const listener: Parameters<typeof createHttp>[1] = async (request, response) => {
		received.push({
			method: request.method,
			url: request.url,
			contentType: request.headers['content-type'],
			body: await bodyOf(request),
			certificate: tls && certificateOf(request),
		});
		const answer = answers.shift() ?? { status: 200 };
		if (answer === 'never') return;
		const { status, headers } = answer;
		response.writeHead(status, headers).end();
	};
	const server: Server = tls
		? createHttps({ ...tls, requestCert: true, rejectUnauthorized: true }, listener)
		: createHttp(listener);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		address: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		answers,
		close: () =>
			new Promise((closed) => {
				server.closeAllConnections();
				server.close(() => closed());
			}),
	};
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	let body = '';
	for await (const chunk of request) body += String(chunk);
	return body;
}

function certificateOf(request: IncomingMessage): string | undefined {
	const { subject } = (request.socket as TLSSocket).getPeerCertificate();
	return [subject?.CN].flat()[0];
}
