/** Equal calls on one connection are answered in their order, whichever of them starts the run. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { calledAddresses, post, setStage } from '../../support/service/triggerStage';
import type { Stage } from '../../support/service/triggerStage';

const CALLS = 100;
const reads = { method: 'GET', path: '/signature-requests/{id}' };

/** Signs a request, whose callback meets 503; of the calls that come now, the first is the last to be checked. */
async function signedAddress(stage: Stage): Promise<URL> {
	const id = await stage.create();
	stage.sandbox.faults.add({ ...reads, status: 503, times: 1 });
	await stage.sandbox.people.sign(id);
	await stage.sandbox.settled();
	stage.sandbox.faults.add({ ...reads, delayMs: 1000, times: 1 });
	return new URL(calledAddresses(stage.sandbox, id)[0]!);
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

it('100 calls start one run, and all are answered', async () => {
	const stage = await setStage();
	const address = await signedAddress(stage);
	expect(await statuses(address)).toEqual(Array(CALLS).fill('200'));
	expect(stage.trigger.started).toHaveLength(1);
});

it('when n8n cannot store the run, all are answered, and a later one starts it', async () => {
	const stage = await setStage();
	const address = await signedAddress(stage);
	stage.trigger.endsBefore = 'storing, with an error';
	const answered = await statuses(address);
	expect(answered).toHaveLength(CALLS);
	expect(answered.filter((status) => status === '500')).toHaveLength(1);
	expect((await post(address.href)).status).toBe(200);
	expect(stage.trigger.started).toHaveLength(1);
});

it('when the caller hangs up, a later call is answered', async () => {
	const stage = await setStage();
	const address = await signedAddress(stage);
	const stored = new Promise<void>((resolve) => {
		stage.trigger.onStep = (step) => void (step === 'answering' && resolve());
	});
	const socket = await pipeline(address);
	await stored;
	socket.destroy();
	expect((await post(address.href)).status).toBe(200);
	expect(stage.trigger.started).toHaveLength(1);
});
