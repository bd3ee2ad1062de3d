import { createServer } from 'node:net';

/** Systems take the ports of outgoing connections from 32768 on, or later. One of those could be gone before it is used. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;
/** Processes that look at the same time begin at different ports. */
let next = FIRST_PORT + (process.pid % 200) * 100;

/** Any free port of this machine. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = next;
		next = port < LAST_PORT ? port + 1 : FIRST_PORT;
		if (await isFree(port)) return port;
	}
}

export async function isFree(port: number): Promise<boolean> {
	return await listenBriefly(port).then(
		() => true,
		() => false,
	);
}

function listenBriefly(port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.on('error', reject);
		server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
	});
}
