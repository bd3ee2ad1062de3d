import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Any free port of this machine. */
export async function freePort(): Promise<number> {
	return await listenBriefly(0);
}

export async function isFree(port: number): Promise<boolean> {
	return await listenBriefly(port).then(
		() => true,
		() => false,
	);
}

function listenBriefly(port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.on('error', reject);
		server.listen(port, '127.0.0.1', () => {
			const { port: taken } = server.address() as AddressInfo;
			server.close(() => resolve(taken));
		});
	});
}
