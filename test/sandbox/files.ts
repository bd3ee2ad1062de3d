import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface File {
	status?: number;
	type?: string;
	bytes: Buffer;
}

/** A web server that gives away files, as PDFs by default. */
export async function startFiles(files: Record<string, File | Buffer>) {
	const server = createServer((request, response) => {
		const file = files[request.url ?? ''] ?? { status: 404, bytes: Buffer.alloc(0) };
		const {
			status = 200,
			type = 'application/pdf',
			bytes,
		} = Buffer.isBuffer(file) ? { bytes: file } : file;
		response.writeHead(status, { 'content-type': type }).end(bytes);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () =>
			new Promise<void>((closed) => {
				server.closeAllConnections();
				server.close(() => closed());
			}),
	};
}
