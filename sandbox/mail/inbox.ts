import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../state/clock.ts';
import type { ReceivedMail } from '../state/mail.ts';
import type { Store } from '../state/store.ts';
import { readMessage } from './message.ts';
import { createSmtpServer } from './smtpServer.ts';

/** Where workflows send their own mails to; answers the port, and how to close it. */
export async function openInbox(
	{ host, port }: { host: string; port: number },
	{ clock, store }: { clock: Clock; store: Store },
) {
	const mails = store.kept<ReceivedMail>('receivedMail');
	const server = createSmtpServer(async ({ from, to, raw }) => {
		const mail = { at: clock.now(), from, to, ...readMessage(raw), raw: raw.toString('latin1') };
		mails.set(randomUUID(), mail);
		await store.commit();
	});
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
	});
	server.listen(port, host);
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		close: () => {
			server.close();
			for (const socket of sockets) socket.destroy();
		},
	};
}
