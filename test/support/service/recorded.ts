/** A service whose calls pass a recorder, since the sandbox keeps no bodies. */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startService } from './service.ts';
import type { Service, ServiceOptions } from './service.ts';
import type { SentRequest } from '../../wire/calls.ts';

export interface Recorded extends Service {
	/** Bodies of POST /signature-requests, in order. */
	sent: SentRequest[];
	/** Bodies of POST /documents, in order. */
	uploads: Array<Record<string, unknown>>;
	/** Bodies of all other calls but the login, in order. */
	changes: Array<Record<string, unknown>>;
}

const closers = new Set<() => void>();

afterEach(() => {
	for (const close of closers) close();
	closers.clear();
});

type Members = Record<string, unknown>;

interface RecordedOptions extends Omit<ServiceOptions, 'credential'> {
	/** Another answer instead of the one that the service gives after it has acted; undefined leaves it. */
	rewrite?: (call: { method: string; path: string }, answer: Members) => Members | undefined;
}

export async function startRecorded({
	rewrite,
	...options
}: RecordedOptions = {}): Promise<Recorded> {
	const sent: SentRequest[] = [];
	const uploads: Recorded['uploads'] = [];
	const changes: Recorded['changes'] = [];
	let target = '';
	const proxy = createServer(async (incoming, outgoing) => {
		const body = await bytesOf(incoming);
		const path = String(incoming.url).replace(/^\/v\d/, '');
		const creates = { '/signature-requests': sent, '/documents': uploads }[path];
		const keep = incoming.method === 'POST' && creates ? creates : changes;
		const isLogin = path === '/access/login';
		if (body.length > 0 && !isLogin) keep.push(JSON.parse(body.toString()) as SentRequest);
		const { authorization = '', accept = '*/*', 'content-type': type } = incoming.headers;
		const answer = await fetch(target + incoming.url, {
			method: incoming.method,
			headers: { authorization, accept, ...(type !== undefined && { 'content-type': type }) },
			body: body.length > 0 ? new Uint8Array(body) : undefined,
		});
		outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
		const given = Buffer.from(await answer.arrayBuffer());
		const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
		const call = { method: String(incoming.method), path };
		const other = isJson ? rewrite?.(call, JSON.parse(given.toString()) as Members) : undefined;
		outgoing.end(other ? JSON.stringify(other) : given);
	});
	await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
	closers.add(() => {
		proxy.closeAllConnections();
		proxy.close();
	});
	const signingAddress = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	const service = await startService({ ...options, credential: { signingAddress } });
	target = service.sandbox.address;
	return { ...service, sent, uploads, changes };
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}
