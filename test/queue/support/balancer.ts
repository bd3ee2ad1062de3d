import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Balancer {
	address: string;
	close(): Promise<void>;
}

/** One address for several processes: each connection goes to the next of them that takes it. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
	const sockets = new Set<Socket>();
	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => socket.destroy());
		socket.on('close', () => sockets.delete(socket));
	};
	let turn = 0;
	const server = createServer((caller) => {
		keep(caller);
		const from = turn++;
		const order = ports.map((_, index) => ports[(from + index) % ports.length]!);
		passOn(caller, order, keep);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise<void>((closed) => server.close(() => closed()));
		},
	};
}

function passOn(caller: Socket, [port, ...others]: number[], keep: (socket: Socket) => void): void {
	if (port === undefined) return void caller.destroy();
	const process = connect(port, '127.0.0.1');
	let isThere = false;
	keep(process);
	process.on('connect', () => {
		isThere = true;
		caller.pipe(process).pipe(caller);
	});
	process.on('close', () => (isThere ? caller.destroy() : passOn(caller, others, keep)));
	caller.on('close', () => process.destroy());
}
