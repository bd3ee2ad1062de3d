/**
 * The service as plain as it can be, in a process of its own, so that nothing but the nodes is measured:
 * answers are made once, nothing is checked but the token and the limit. The first argument holds the settings.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Counts, ServiceSettings } from './settings.ts';

const PAGE = 50;
const TOKEN_LIFE_SECONDS = 3600;
const ID = '00000000-0000-4000-8000-';

let settings = JSON.parse(process.argv[2] ?? '{}') as ServiceSettings;
let counts = nothing();
let allowance = { second: 0, left: 0 };

const server = createServer((request, response) => void answer(request, response));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
	console.log((server.address() as AddressInfo).port);
});
// The process that started it is gone.
process.stdin.on('end', () => process.exit()).resume();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
	if (pathname === '/bench') return await control(request, response);
	counts.calls++;
	const body = settings.keepsRequests ? await bytesOf(request) : undefined;
	counts.bytes += body?.length ?? (await lengthOfBody(request));
	if (settings.latencyMs > 0) await sleep(settings.latencyMs);
	if (isOverLimit()) {
		counts.refusals++;
		response.writeHead(429, { 'retry-after': '1' }).end();
	} else if (pathname.endsWith('/login')) {
		counts.logins++;
		response.end(newToken());
	} else if (isRevoked(request)) {
		response.writeHead(401).end();
	} else if (body && request.method === 'POST') {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(create(body)));
	} else if (pathname.endsWith('/content')) {
		response.writeHead(200, { 'content-type': 'application/pdf' }).end(fileOf(settings.fileBytes));
	} else {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(resultOf(request.method, pathname, searchParams)));
	}
}

/** GET returns what was counted; PUT counts anew, under other settings; POST has everything signed. */
async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
	if (request.method === 'PUT') {
		settings = { ...settings, ...(JSON.parse(await textOf(request)) as Partial<ServiceSettings>) };
		counts = nothing();
		callbackUrls.clear();
		open.clear();
	}
	if (request.method === 'POST') {
		await signAll((JSON.parse(await textOf(request)) as { atOnce: number }).atOnce);
	}
	response.end(JSON.stringify(counts));
}

/** Where each request that was kept wants to be called. */
const callbackUrls = new Map<number, string>();
/** Those among them that no one has signed yet. */
const open = new Set<number>();

function create(body: Buffer): object {
	const { callback_success_url: url = '' } = JSON.parse(body.toString()) as {
		callback_success_url?: string;
	};
	const number = callbackUrls.size + 1;
	callbackUrls.set(number, url);
	open.add(number);
	return requestOf(number);
}

/** As the service does, a call that is not answered well is made again. */
async function signAll(atOnce: number): Promise<void> {
	const turns = [...open].values();
	const callInTurn = async () => {
		for (const number of turns) {
			open.delete(number);
			const url = callbackOf(number)
				.replace('SERVICE_SIGNATURE_REQUEST_ID', idOf(number))
				.replace('SERVICE_DOCUMENT_ID', idOf(1));
			for (let tries = 0; tries < 5; tries++) {
				const answer = await fetch(url, { method: 'POST' });
				await answer.text();
				if (answer.ok) break;
				await sleep(1000);
			}
		}
	};
	await Promise.all(Array.from({ length: atOnce }, callInTurn));
}

function callbackOf(number: number): string {
	return callbackUrls.get(number) ?? settings.callbackUrl;
}

function resultOf(method: string | undefined, path: string, query: URLSearchParams): unknown {
	const [, asked = idOf(1)] = /\/documents\/([^/]+)/.exec(path) ?? [];
	if (path.includes('/documents')) return { id: asked, title: 'Bench', size: 1 };
	if (path.endsWith('/seal')) return { document_id: idOf(1) };
	const isList = method === 'GET' && path.endsWith('/signature-requests');
	if (!isList) return requestOf(Number.parseInt(path.slice(-12), 16) || 1);
	const size = Number(query.get('page_size') ?? PAGE);
	const first = Number(query.get('page_number') ?? 0) * size;
	const length = Math.max(0, Math.min(size, settings.finished - first));
	return Array.from({ length }, (_, index) => requestOf(settings.finished - first - index));
}

function requestOf(number: number) {
	const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
	const state = open.has(number) ? 'OPEN' : 'SIGNED';
	const signed_at = open.has(number) ? null : at;
	return {
		id: idOf(number),
		title: `Request ${number}`,
		document_id: idOf(1),
		status_overall: state,
		owner: 'bench@example.com',
		callback_success_url: callbackOf(number),
		created_at: at,
		updated_at: at,
		signatures: [
			{ sid: idOf(number), account_email: 'ann@example.com', status_code: state, signed_at },
		],
	};
}

function idOf(number: number): string {
	return ID + number.toString(16).padStart(12, '0');
}

let file = Buffer.alloc(0);

function fileOf(bytes: number): Buffer {
	if (file.length !== bytes)
		file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes)]).subarray(0, bytes);
	return file;
}

/** So many calls in each second, as the service counts them. */
function isOverLimit(): boolean {
	if (settings.callsPerSecond === 0) return false;
	const second = Math.floor(Date.now() / 1000);
	if (allowance.second !== second) allowance = { second, left: settings.callsPerSecond };
	return allowance.left-- <= 0;
}

/** Its third part says when it was made. */
function newToken(): string {
	const nowMs = Date.now();
	const iat = Math.floor(nowMs / 1000);
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
	return [part({ alg: 'none' }), part({ iat, exp: iat + TOKEN_LIFE_SECONDS }), nowMs].join('.');
}

function isRevoked({ headers: { authorization = '' } }: IncomingMessage): boolean {
	return Number(authorization.split('.')[2] ?? 0) < settings.tokensSinceMs;
}

async function lengthOfBody(request: IncomingMessage): Promise<number> {
	let bytes = 0;
	for await (const chunk of request) bytes += (chunk as Buffer).length;
	return bytes;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

async function textOf(request: IncomingMessage): Promise<string> {
	return (await bytesOf(request)).toString();
}

function nothing(): Counts {
	return { calls: 0, logins: 0, refusals: 0, bytes: 0 };
}
