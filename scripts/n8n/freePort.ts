import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems take the ports of outgoing connections from 32768 on, or later. One of those could be gone before it is used. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;
/** Two that look at the same time, even in one process, begin at different ports: a free one may be taken already. */
let next = randomInt(FIRST_PORT, LAST_PORT);

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
