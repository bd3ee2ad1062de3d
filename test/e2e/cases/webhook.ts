import { pdfOfSize } from '../../support/files/pdf.ts';
import { groupOf, untilGroupEnded } from '../../support/machine/processGroup.ts';
import type { Scene } from '../support/scene.ts';

const call = async ({ n8n }: Scene, body: Buffer) =>
	await fetch(`${n8n.address}/webhook/round-trip?title=Called.pdf`, {
		method: 'POST',
		headers: { 'content-type': 'application/pdf' },
		body,
	});

/** Comes first, so that n8n has no token yet. */
export function firstCalls(scene: () => Scene) {
	beforeAll(async () => await scene().n8n.untilListening('round-trip'));

	it('logs in once for the first ten calls, all at the same time', async () => {
		const responses = await Promise.all(
			Array.from({ length: 10 }, () => call(scene(), pdfOfSize(1000))),
		);

		expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
		expect(scene().sandbox.calls.count({ method: 'POST', path: '/access/login' })).toBe(1);
	});

	it('takes a PDF, stores it in the service and answers with what the service holds', async () => {
		const pdf = pdfOfSize(2_000_000);

		const response = await scene().n8n.whileAlive(() => call(scene(), pdf));

		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('application/pdf');
		expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
	});
}

/** Comes after all that need the server. */
export function killedDuringACall(scene: () => Scene) {
	it('fails at once, and says why, when n8n is killed during a call', async () => {
		const { n8n, sandbox } = scene();
		sandbox.faults.add({ path: '/documents', hang: true });
		// All that n8n starts is in one group.
		const group = groupOf(n8n.pid);
		const waiting = n8n.whileAlive(() => call(scene(), pdfOfSize(1000)));

		process.kill(n8n.pid, 'SIGKILL');

		await expect(waiting).rejects.toThrow(/^n8n has ended \(killed by SIGKILL\)/);
		await n8n.stop();
		await untilGroupEnded(group);
	});
}
