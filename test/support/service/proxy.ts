/** Stands between node and service, and holds calls back, cuts uploads or lets answers drip. */
import { EventEmitter, once } from 'node:events';
import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

const DRIP_MS = 500;

interface Call {
	method: string;
	path: string;
}

/** The status of an answer that drips, or `refused` for a token that is not taken; undefined lets the call pass. */
export type Drip = (call: Call) => number | 'refused' | undefined;

interface Settings {
	/** Calls that wait for `release()`. */
	holds?: (call: Call) => boolean;
	/** A call with a longer body loses its connection. */
	cutAfterBytes?: number;
}

export async function startProxy({ holds, cutAfterBytes = Infinity }: Settings = {}) {
	let target = '';
	let drip: Drip = () => undefined;
	let held = 0;
	const events = new EventEmitter();
	const released = once(events, 'release');

	const server = createServer((incoming, outgoing) => {
		const { method = '', headers, url = '' } = incoming;
		const call = { method, path: url.replace(/\?.*/, '') };
		const status = drip(call);
		if (status === 'refused') return void outgoing.writeHead(401).end();
		if (status !== undefined) {
			outgoing.writeHead(status, { 'content-type': 'application/json' });
			const timer = setInterval(() => void outgoing.write(' '), DRIP_MS);
			return void outgoing.on('close', () => clearInterval(timer));
		}
		const forward = () => {
			const forwarded = send(target + url, { method, headers }, (answer) => {
				outgoing.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(outgoing);
			});
			forwarded.on('error', () => outgoing.destroy());
			pipeline(incoming, forwarded, () => undefined);
			cut(incoming, cutAfterBytes);
		};
		if (!holds?.(call)) return forward();
		held++;
		events.emit('arrival');
		void released.then(forward);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}`,
		forwardTo: (service: string) => void (target = service),
		dripOn: (which: Drip) => void (drip = which),
		/** Fulfilled when so many calls are held. */
		reached: async (calls = 1) => {
			while (held < calls) await once(events, 'arrival');
		},
		held: () => held,
		/** Lets the held calls go on, and all after them. */
		release: () => void events.emit('release'),
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

function cut(body: IncomingMessage, afterBytes: number) {
	let bytes = 0;
	body.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
		if (bytes > afterBytes) body.destroy();
	});
}
