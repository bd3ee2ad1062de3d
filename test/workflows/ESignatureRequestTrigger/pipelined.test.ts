/** Equal calls on one connection are answered in their order, whichever of them starts the run. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setStage, type Stage } from '../../support/service/triggerStage';

const CALLS = 20;
const reads = { method: 'GET', path: '/signature-requests/{id}' };

/** Signs a request, whose callback meets 503; of the calls that come now, the first is the last to be checked. */
async function signedAddress(stage: Stage): Promise<URL> {
	const { address } = await stage.createUnanswered();
	stage.sandbox.faults.add({ ...reads, delayMs: 500, times: 1 });
	return new URL(address);
}

/** Sends all of them before the first is answered. */
async function pipeline({ hostname, port, pathname, search }: URL) {
	const socket = connect(Number(port), hostname);
	await once(socket, 'connect');
	const head = `POST ${pathname}${search} HTTP/1.1\r\nHost: n8n\r\nContent-Length: 0\r\n\r\n`;
	socket.write(head.repeat(CALLS));
	return socket;
}

async function statuses(address: URL): Promise<string[]> {
	const socket = await pipeline(address);
	let text = '';
	const found = () => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status!);
	for await (const chunk of socket) {
		text += String(chunk);
		if (found().length === CALLS) break;
	}
	return found();
}

it('20 calls start one run, and all are answered', async () => {
	const stage = await setStage();
	const address = await signedAddress(stage);
	expect(await statuses(address)).toEqual(Array(CALLS).fill('200'));
	expect(stage.trigger.started).toHaveLength(1);
});
