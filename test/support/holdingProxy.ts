/** Stands between node and service, and holds calls back until it is told to let them go on. */
import { EventEmitter, once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startHoldingProxy(
	holds: (call: { method: string; path: string }) => boolean,
) {
	let target = '';
	const arrivals = new EventEmitter();
	let held = 0;
	const released = event();
	const holdsBack = ({ method = '', url = '' }: IncomingMessage) =>
		holds({ method, path: url.replace(/\?.*/, '') });

	const server = createServer((incoming, outgoing) => {
		void (async () => {
			if (holdsBack(incoming)) {
				held++;
				arrivals.emit('arrival');
				await released.happened;
			}
			const { method, headers, url } = incoming;
			const forwarded = send(target + url, { method, headers }, (answer) => {
				outgoing.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(outgoing);
			});
			forwarded.on('error', () => outgoing.destroy());
			incoming.pipe(forwarded);
		})();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${address.port}`,
		forwardTo: (service: string) => void (target = service),
		/** Fulfilled when so many calls have come in. */
		reached: async (calls = 1) => {
			while (held < calls) await once(arrivals, 'arrival');
		},
		held: () => held,
		release: released.happens,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

function event() {
	let happens = () => {};
	const happened = new Promise<void>((resolve) => (happens = resolve));
	return { happens: () => happens(), happened };
}
