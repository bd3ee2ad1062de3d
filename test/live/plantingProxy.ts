/** Stands before the sandbox, and changes answers as asked. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
	status: number;
	contentType: string;
	body: Buffer;
}

export interface Plant {
	/** `METHOD /path?query` of the calls that it is for. */
	for: RegExp;
	/** Nothing: the connection breaks instead of an answer. */
	change: (answer: Answer) => Answer | undefined;
}

export async function startPlantingProxy(target: string, plants: Plant[]) {
	const server = createServer((incoming, outgoing) => {
		void (async () => {
			const answer = await answerOf(incoming, target);
			const name = `${incoming.method} ${incoming.url}`;
			const changed = plants
				.filter((plant) => plant.for.test(name) && answer.status < 300)
				.reduce<Answer | undefined>((before, plant) => before && plant.change(before), answer);
			if (!changed) return void outgoing.destroy();
			const { status, contentType, body } = changed;
			outgoing.writeHead(status, contentType === '' ? {} : { 'content-type': contentType });
			outgoing.end(body);
		})();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

async function answerOf(incoming: IncomingMessage, target: string): Promise<Answer> {
	const carried = ['authorization', 'accept', 'content-type', 'x-accesscode'];
	const headers = Object.entries(incoming.headersDistinct)
		.filter(([name]) => carried.includes(name))
		.map(([name, values]) => [name, values!.join(', ')] as [string, string]);
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	const response = await fetch(target + incoming.url, {
		method: incoming.method,
		headers,
		body: chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : undefined,
	});
	return {
		status: response.status,
		contentType: response.headers.get('content-type') ?? '',
		body: Buffer.from(await response.arrayBuffer()),
	};
}
