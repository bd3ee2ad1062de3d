import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { smallPdf } from './pdf.ts';

/** A web server from which the service can download a PDF, whatever the path. */
export async function startPdfHost() {
	const server = createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/pdf' }).end(smallPdf);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => await new Promise((closed) => server.close(closed)),
	};
}
