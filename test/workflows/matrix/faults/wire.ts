/** Stands between nodes and service, distinguishes the runs by the path, and lets calls go wrong. */
import { once } from 'node:events';
import { createServer, request as send, STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { matchesCall, pathOf, type CallPattern } from '../../../../sandbox/http/pathPattern.ts';
import { ownTls } from '../../../../sandbox/tls.ts';

/** What the service has answered, also where it never arrives. */
export interface Answer {
	status: number;
	headers: IncomingMessage['headers'];
	body: Buffer;
}

/** One call that goes wrong. */
export interface Meeting {
	incoming: IncomingMessage;
	outgoing: ServerResponse;
	/** Lets the service have the call. */
	forward: () => Promise<Answer>;
	/** Counts what the other side takes. */
	sent: (bytes: number) => void;
}

export type WireFault = (meeting: Meeting) => Promise<void>;

/** What became of a run on its way. */
export class Trace {
	/** Calls of the operation itself that the nodes have sent. */
	arrived = 0;
	/** How many of these the service has got as a whole. */
	reached = 0;
	/** How many of these it has carried out. */
	done = 0;
	sentBytes = 0;
}

interface Way {
	call: CallPattern;
	fault: WireFault;
	trace: Trace;
}

export async function openWire(target: string) {
	const ways = new Map<string, Way>();
	const server = createServer((incoming, outgoing) => {
		void carry(incoming, outgoing).catch(() => outgoing.destroy());
	});

	async function carry(incoming: IncomingMessage, outgoing: ServerResponse) {
		const [, name = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(incoming.url ?? '') ?? [];
		const { call, fault, trace } = ways.get(name)!;
		const { method = '' } = incoming;
		const isIt = matchesCall(call, { method, path: pathOf(path) });
		if (isIt) trace.arrived++;
		const note = (answer: Answer) => {
			if (!isIt) return;
			trace.reached++;
			if (answer.status < 300) trace.done++;
		};
		const meeting = meet(incoming, outgoing, { to: target + path, note, trace });
		await (isIt ? fault : undisturbed)(meeting);
	}

	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		/** Answers with the address under which one run meets the service. */
		wayFor: (name: string, way: Omit<Way, 'trace'>) => {
			const trace = new Trace();
			ways.set(name, { ...way, trace });
			return { address: `${address}/${name}`, trace };
		},
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

function meet(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	{ to, note, trace }: { to: string; note: (answer: Answer) => void; trace: Trace },
): Meeting {
	const { method, headers } = incoming;
	return {
		incoming,
		outgoing,
		forward: async () => {
			const forwarded = send(to, { method, headers });
			forwarded.end(await readAll(incoming));
			const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
			const got = {
				status: answer.statusCode!,
				headers: answer.headers,
				body: await readAll(answer),
			};
			note(got);
			return got;
		},
		sent: (bytes) => void (trace.sentBytes += bytes),
	};
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

const undisturbed: WireFault = async ({ outgoing, forward }) => {
	const answer = await forward();
	outgoing.writeHead(answer.status, answer.headers).end(answer.body);
};

const PIECES = 8;
const PIECE_MS = 100;

/** By the name that the page has for it. */
export const wireFaults = {
	resetBefore: async ({ incoming }) => {
		incoming.socket.destroy();
		await Promise.resolve();
	},
	resetAfter: async ({ incoming, forward }) => {
		await forward();
		incoming.socket.destroy();
	},
	slow: async ({ incoming, forward }) => {
		const answer = bytesOf(await forward());
		const size = Math.ceil(answer.length / PIECES);
		for (let at = 0; at < answer.length; at += size) {
			await wait(PIECE_MS);
			incoming.socket.write(answer.subarray(at, at + size));
		}
		incoming.socket.end();
	},
	cutInAnswer: async ({ incoming, forward }) => {
		const answer = await forward();
		const bytes = bytesOf(answer);
		// Of an answer without a body half of its head.
		const rest = answer.body.length || bytes.length;
		incoming.socket.end(bytes.subarray(0, bytes.length - Math.ceil(rest / 2)));
	},
	tooShortAnnounced: async ({ incoming, forward }) => {
		const answer = await forward();
		const isLong = answer.body.length > SURPLUS.length;
		const sent = isLong ? answer : { ...answer, body: Buffer.concat([answer.body, SURPLUS]) };
		const announced = sent.body.length - SURPLUS.length;
		incoming.socket.end(bytesOf(sent, { announced }));
	},
	wrongType: async ({ outgoing, forward }) => {
		const { status } = await forward();
		// With 204 there can be no text.
		outgoing.writeHead(status === 204 ? 200 : status, { 'content-type': 'text/plain' }).end('OK');
	},
	status502: async ({ outgoing, forward }) => {
		await forward();
		outgoing
			.writeHead(502, { 'content-type': 'text/html' })
			.end('<!doctype html><title>Bad Gateway</title>');
	},
	redirect: async ({ incoming, outgoing }) => {
		await readAll(incoming);
		outgoing.writeHead(302, { location: 'https://elsewhere.example/' }).end();
	},
	gigabytes: async ({ incoming, outgoing, forward, sent }) => {
		await forward();
		const asked = String(incoming.headers.accept);
		const isFile = !asked.startsWith('application/json');
		const mediaType = /^[\w/]+/.exec(asked.replace('*/*', 'application/pdf'))![0];
		outgoing.writeHead(200, { 'content-type': mediaType });
		outgoing.write(isFile ? '%PDF-1.7\n' : '{');
		await pour(outgoing, sent);
	},
} satisfies Record<string, WireFault>;

const SURPLUS = Buffer.alloc(10, ' ');

/** As it goes over the wire: Node's server would not send a head without its body, nor a body after 204. */
function bytesOf(
	{ status, headers, body }: Answer,
	{ announced = body.length }: { announced?: number } = {},
): Buffer {
	const lines = Object.entries({ ...headers, 'content-length': announced }).filter(
		([name]) => name !== 'transfer-encoding',
	);
	const head = lines.flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
	const start = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', ''].join('\r\n');
	return Buffer.concat([Buffer.from(start, 'latin1'), body]);
}

export const GIGABYTES = 4 * 1024 ** 3;
const PIECE = Buffer.alloc(1024 * 1024, ' ');

async function pour(outgoing: ServerResponse, sent: (bytes: number) => void): Promise<void> {
	const pieces = function* () {
		for (let bytes = 0; bytes < GIGABYTES; bytes += PIECE.length) {
			sent(PIECE.length);
			yield PIECE;
		}
	};
	await pipeline(pieces, outgoing);
}

/** No one gets beyond the handshake who does not know its authority. */
export async function startUntrusted() {
	const { cert, key } = await ownTls([], undefined);
	const server = createSecureServer({ cert, key });
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => void server.close(),
	};
}
