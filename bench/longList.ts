/** A service with more ended requests than a sandbox could make: it knows nothing but their list, and counts. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwt } from '../test/support/service/jwt.ts';

const MINUTE_MS = 60_000;

interface Ended {
	id: string;
	updatedMs: number;
}

/** How the list may be ordered; by id, what is new may stand anywhere. */
const LIST_ORDERS: Record<string, (a: Ended, b: Ended) => number> = {
	'newest first': (a, b) => b.updatedMs - a.updatedMs,
	'oldest first': (a, b) => a.updatedMs - b.updatedMs,
	'by id': (a, b) => (a.id < b.id ? -1 : 1),
};

export interface LongList {
	credential: { username: string; apiKey: string; region: string; signingAddress: string };
	/** Since the last time that they were set to nothing. */
	counted: { calls: number; bytes: number };
	/** One more has ended. */
	add: () => string;
	/** Lets time pass, for this service alone. */
	pass: (ms: number) => void;
	close: () => Promise<unknown>;
}

/** So many requests have ended, one a minute, the last a day ago; in each state that someone asks for. */
export async function startLongList(size: number, order: string): Promise<LongList> {
	const startMs = Date.now() - (size + 24 * 60) * MINUTE_MS;
	let ended = Array.from({ length: size }, (_, index) => ({
		id: idOf(index),
		updatedMs: startMs + index * MINUTE_MS,
	}));
	ended.sort(LIST_ORDERS[order]);
	const counted = { calls: 0, bytes: 0 };
	let passedMs = 0;
	const nowMs = () => Date.now() + passedMs;
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '', 'http://localhost');
		const isLogin = url.pathname.endsWith('/access/login');
		const page = Number(url.searchParams.get('page_number'));
		const pageSize = Number(url.searchParams.get('page_size'));
		const shown = ended.slice(page * pageSize, (page + 1) * pageSize);
		const state = url.searchParams.get('status_overall') ?? 'SIGNED';
		const body = isLogin
			? jwt({ exp: Math.floor(Date.now() / 1000) + 3600 })
			: JSON.stringify(shown.map((one) => asRequest(one, state)));
		if (!isLogin) counted.calls++;
		counted.bytes += isLogin ? 0 : body.length;
		const type = isLogin ? 'text/plain' : 'application/json';
		const date = new Date(nowMs()).toUTCString();
		response.writeHead(200, { 'content-type': type, date }).end(body);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	let next = size;
	return {
		credential: {
			username: 'api_demo_long',
			apiKey: 'key-of-the-long-list',
			region: 'custom',
			signingAddress: `http://127.0.0.1:${port}`,
		},
		counted,
		add: () => {
			const one = { id: idOf(next++), updatedMs: nowMs() };
			ended = [...ended, one].sort(LIST_ORDERS[order]);
			return one.id;
		},
		pass: (ms) => (passedMs += ms),
		close: async () => await new Promise((closed) => server.close(closed)),
	};
}

function idOf(index: number): string {
	const hex = createHash('sha256').update(`${index}`).digest('hex');
	return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function asRequest({ id, updatedMs }: Ended, status_overall: string) {
	const updated_at = new Date(updatedMs).toISOString();
	const signatures = [
		{ sid: id, account_email: 'ann@example.com', status_code: 'SIGNED', signed_at: updated_at },
	];
	return {
		id,
		title: 'Contract',
		status_overall,
		document_id: id,
		signatures,
		updated_at,
	};
}
