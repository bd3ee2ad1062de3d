/** Stands between node and service, and cuts every connection that has carried too much. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

export async function startCuttingProxy({ afterBytes }: { afterBytes: number }) {
	let target = '';
	const server = createServer((client) => {
		const { hostname, port } = new URL(target);
		const service = connect(Number(port), hostname);
		let carriedBytes = 0;
		client.on('data', (chunk) => {
			carriedBytes += chunk.length;
			if (carriedBytes > afterBytes) client.destroy();
			else service.write(chunk);
		});
		service.pipe(client);
		client.on('close', () => service.destroy());
		for (const socket of [client, service]) socket.on('error', () => client.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${address.port}`,
		forwardTo: (service: string) => void (target = service),
		close: () => void server.close(),
	};
}
