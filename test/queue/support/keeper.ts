import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Keeper {
	address: string;
	close(): void;
}

/** Answers every GET with what the last PUT brought. */
export async function startKeeper(): Promise<Keeper> {
	let kept: Buffer[] = [];
	const server = createServer((request, response) => {
		if (request.method === 'GET') {
			response.writeHead(200, { 'content-type': 'application/pdf' });
			return void response.end(Buffer.concat(kept));
		}
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			kept = chunks;
			response.end('{}');
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
