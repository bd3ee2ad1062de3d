import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../../../../sandbox/http/faults';
import { smallPdf } from '../../../../support/files/pdf';
import { startProxy } from '../../../../support/service/proxy';
import { textsIn } from '../../../../support/service/secrets';
import { startService, type Service } from '../../../../support/service/service';

const ANN = 'ann@example.com';
const HOUR_MS = 3_600_000;
const pdfItem = (json = {}) => ({
	json,
	files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } },
});

const form = { signerInput: 'json', signersJson: JSON.stringify([{ email: ANN }]) };

async function sendAndWait(
	service: Service,
	parameters: INodeParameters = {},
	run: { items?: object[]; asTool?: boolean; settings?: object } = {},
) {
	return await service.request(
		'request',
		'sendAndWait',
		{ ...form, ...parameters },
		{ items: [pdfItem()], ...run },
	);
}

it('keeps what comes out at the time limit, while the node before keeps its own output', async () => {
	const service = await startService();
	const { run } = await sendAndWait(service, {}, { items: [pdfItem({ order: 7 })] });
	const { id: requestId } = service.sandbox.store.requests[0]!;
	expect(Math.abs(run.waitTill!.getTime() - Date.now() - 30 * 24 * HOUR_MS)).toBeLessThan(HOUR_MS);
	const [waiting] = run.data.executionData!.nodeExecutionStack;
	expect(waiting!.data.main![0]![0]!.json).toEqual({
		...{ order: 7, requestId, outcome: 'timeLimit' },
	});
	expect(run.data.resultData.runData.Start![0]!.data!.main![0]![0]!.json).toEqual({ order: 7 });
});

it('keeps the token of the execution and the proofs out of everything that is stored', async () => {
	const service = await startService();
	const { run } = await sendAndWait(service, { simplify: false });
	const { callbackUrls } = service.sandbox.store.requests[0]!;
	const { resumeToken, ...stored } = run.data as typeof run.data & { resumeToken?: string };
	const query = new URL(callbackUrls.success!).searchParams;
	const secrets = [query.get('proof'), query.get('nonce'), query.get('signature'), resumeToken];
	for (const secret of secrets.filter((one) => one)) {
		expect(textsIn(stored).filter((text) => text.includes(secret!))).toEqual([]);
	}
});

it('ends the waiting with the last day to sign, for which the service calls no one', async () => {
	const service = await startService({ features: { expiresAt: true } });
	const day = new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 10);
	const { run } = await sendAndWait(service, { apiVersion: 'v3', options: { expiresAt: day } });
	expect(run.waitTill).toEqual(new Date(Date.parse(day) + 24 * HOUR_MS));
});

it.each([
	[90, 'minutes', 1.5 * HOUR_MS],
	[0.5, 'days', 12 * HOUR_MS],
])('waits at most %d %s', async (limitAmount, limitUnit, ms) => {
	const service = await startService();
	const { run } = await sendAndWait(service, { limitAmount, limitUnit });
	expect(Math.abs(run.waitTill!.getTime() - Date.now() - ms)).toBeLessThan(HOUR_MS / 2);
});

describe('when someone was faster than n8n', () => {
	/** Signs while the node is about to read what it has created. */
	async function signedAtOnce(parameters: INodeParameters = {}, act = 'sign', fault?: Fault) {
		const proxy = await startProxy({
			holds: ({ method, path }) => method === 'GET' && /\/signature-requests\/[^/]+$/.test(path),
		});
		const service = await startService({ credential: { signingAddress: proxy.address } });
		const { address, store, people, faults } = service.sandbox;
		if (fault) faults.add(fault);
		proxy.forwardTo(address);
		const running = sendAndWait(service, parameters);
		await proxy.reached();
		const { id } = store.requests[0]!;
		if (act === 'sign') await people.sign(id);
		else people.decline(id);
		proxy.release();
		const result = await running;
		proxy.close();
		return { service, id, ...result };
	}

	it('goes on at once with the result', async () => {
		const { id, run, outputs } = await signedAtOnce();
		expect(run.waitTill).toBeUndefined();
		const [item] = outputs[0]!;
		expect(item!.json).toMatchObject({ id, outcome: 'signed', updates: 0 });
		expect(item!.json).not.toHaveProperty('requestId');
		expect(item!.binary).toBeUndefined();
	});

	it('brings the signed PDF along where that was wanted', async () => {
		const { service, outputs } = await signedAtOnce({ downloadDocuments: true });
		const [item] = outputs[0]!;
		expect((await service.engine.readBinary(item!)).subarray(0, 4).toString()).toBe('%PDF');
	});

	it('names the request when its files cannot be fetched', async () => {
		const { id, error } = await signedAtOnce({ downloadDocuments: true }, 'sign', {
			method: 'GET',
			path: /\/content$/,
			status: 500,
		});
		expect(error?.description).toContain(
			`Get the files of the request ${id} (signed) with Download Documents`,
		);
	});

	it('fails at once where that was wanted', async () => {
		const { error } = await signedAtOnce({ failUnlessSigned: true }, 'decline');
		expect(error).toMatchObject({
			message: 'The request "Contract" isn\'t signed: it was declined',
		});
	});
});

it('waits also when the request cannot be read just then', async () => {
	const service = await startService();
	service.sandbox.faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 400 });
	const { run, error } = await sendAndWait(service);
	expect(error).toBeUndefined();
	expect(run.waitTill).toBeDefined();
});

describe('is refused before anything is sent', () => {
	it('as a tool of an agent', async () => {
		const service = await startService();
		const { error } = await sendAndWait(
			service,
			{ source: 'binary', approverEmail: 'ann@example.com' },
			{ asTool: true },
		);
		expect(error?.message).toMatch(/^An agent can't wait/);
		expect(error?.description).toMatch(/Trigger/);
		expect(service.sandbox.calls).toHaveLength(0);
	});

	it('where a public service could not reach this n8n', async () => {
		const service = await startService({ credential: { region: 'ch' } });
		const { error } = await sendAndWait(service);
		expect(error?.message).toBe("Skribble can't reach this n8n at 127.0.0.1");
		expect(error?.description).toMatch(
			/^Choose Resume By: Polling .* N8N_WEBHOOK_URL \(before n8n 2\.30: WEBHOOK_URL\)/,
		);
	});
});
