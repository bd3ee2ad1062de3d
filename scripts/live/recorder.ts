/** Stands between the nodes and the service, and keeps every call with its answer. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireAnswer } from '../../test/wire/answers.ts';
import type { WireCall } from '../../test/wire/calls.ts';

export interface Exchange {
	call: WireCall;
	/** Absent where the connection broke. */
	answer?: WireAnswer;
}

export interface Recorder {
	signingAddress: string;
	validationAddress: string;
	/** Hands over what came since it was asked the last time. */
	take: () => Exchange[];
	close: () => Promise<void>;
}

/** As the sandbox does, so that one address serves both interfaces. */
const VALIDATION = '/validation';
/** Belong to a connection, not to what is carried. */
const OF_THE_CONNECTION = [
	...['host', 'connection', 'keep-alive', 'transfer-encoding'],
	...['content-length', 'content-encoding', 'accept-encoding'],
];

export async function startRecorder(service: {
	signingAddress: string;
	validationAddress: string;
}): Promise<Recorder> {
	let exchanges: Exchange[] = [];
	const server = createServer((incoming, outgoing) => {
		void carry(incoming, outgoing, service, (exchange) => exchanges.push(exchange));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		signingAddress: address,
		validationAddress: address + VALIDATION,
		take: () => {
			const taken = exchanges;
			exchanges = [];
			return taken;
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

async function carry(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	service: { signingAddress: string; validationAddress: string },
	keep: (exchange: Exchange) => void,
) {
	const { method = '', url = '', headers } = incoming;
	const sent = await bytesOf(incoming);
	const call = readCall(method, url, headers, sent);
	const isValidation = url.startsWith(`${VALIDATION}/`);
	const target = isValidation
		? service.validationAddress + url.slice(VALIDATION.length)
		: service.signingAddress + url;
	try {
		const response = await fetch(target, {
			method,
			headers: carried(headers),
			body: sent.length > 0 ? new Uint8Array(sent) : undefined,
			redirect: 'manual',
		});
		const bytes = Buffer.from(await response.arrayBuffer());
		const mediaType = mediaTypeOf(response.headers.get('content-type') ?? '');
		keep({ call, answer: { status: response.status, mediaType, bytes } });
		outgoing.writeHead(response.status, carried(Object.fromEntries(response.headers)));
		outgoing.end(bytes);
	} catch {
		keep({ call });
		outgoing.destroy();
	}
}

function readCall(
	method: string,
	url: string,
	headers: IncomingHttpHeaders,
	sent: Buffer,
): WireCall {
	const [path = '', query = ''] = url.split('?', 2);
	const isJson = mediaTypeOf(headers['content-type'] ?? '') === 'application/json';
	return {
		method,
		path,
		query,
		...(isJson && sent.length > 0 && { body: JSON.parse(sent.toString()) as unknown }),
	};
}

function carried(headers: IncomingHttpHeaders): Record<string, string> {
	const kept = Object.entries(headers).filter(
		([name, value]) => value !== undefined && !OF_THE_CONNECTION.includes(name.toLowerCase()),
	);
	return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

const mediaTypeOf = (contentType: string) => contentType.split(';', 1)[0]!.trim().toLowerCase();

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}
