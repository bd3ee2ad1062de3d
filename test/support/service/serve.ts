/** A web server that a test writes itself. It ends with the test. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const open = new Set<Server>();

afterEach(() => {
	for (const server of open) {
		server.close();
		server.closeAllConnections();
	}
	open.clear();
});

/** Answers with its address. */
export async function serve(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	open.add(server);
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
