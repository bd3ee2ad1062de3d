import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Balancer {
	address: string;
	close(): Promise<void>;
}

const CHECK_MS = 250;

/**
 * One address for several processes, with the health check that docs/scale.md recommends: a connection goes to the
 * next process whose readiness check last answered 200. Before that n8n answers every call with 200, and drops it.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
	const ready = new Set<number>();
	const check = async (port: number) => {
		const answer = await fetch(`http://127.0.0.1:${port}/healthz/readiness`, {
			signal: AbortSignal.timeout(5_000),
		}).catch(() => undefined);
		if (answer?.ok) ready.add(port);
		else ready.delete(port);
	};
	const closed = new AbortController();
	const checks = ports.map(async (port) => {
		while (!closed.signal.aborted) {
			await check(port);
			await sleep(CHECK_MS);
		}
	});
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
		const healthy = order.filter((port) => ready.has(port));
		passOn(caller, healthy, keep);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			closed.abort();
			await Promise.all(checks);
			for (const socket of sockets) socket.destroy();
			await new Promise<void>((done) => server.close(() => done()));
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
