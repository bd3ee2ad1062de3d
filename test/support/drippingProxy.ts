/** Stands between node and service. What it is told to, it answers one byte after the other, without an end. */
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAUSE_MS = 500;

/** The status of an answer that drips, or `refused` for a token that is not taken; undefined lets the call pass. */
export type Drip = (call: { method: string; path: string }) => number | 'refused' | undefined;

export async function startDrippingProxy() {
	let target = '';
	let drip: Drip = () => undefined;
	const server = createServer((incoming, outgoing) => {
		const { method = '', headers, url = '' } = incoming;
		const status = drip({ method, path: url.replace(/\?.*/, '') });
		if (status === 'refused') return void outgoing.writeHead(401).end();
		if (status !== undefined) {
			outgoing.writeHead(status, { 'content-type': 'application/json' });
			const timer = setInterval(() => void outgoing.write(' '), PAUSE_MS);
			return void outgoing.on('close', () => clearInterval(timer));
		}
		const forwarded = send(target + url, { method, headers }, (answer: IncomingMessage) => {
			outgoing.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(outgoing);
		});
		forwarded.on('error', () => outgoing.destroy());
		incoming.pipe(forwarded);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${address.port}`,
		forwardTo: (service: string) => void (target = service),
		dripOn: (which: Drip) => void (drip = which),
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
