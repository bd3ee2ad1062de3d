/** Everything that outputs an ended request says who declined it, when, and why. */
import type { INodeParameters } from 'n8n-workflow';
import { startPolling, addOpen } from '../../support/polling/polling';
import { startService } from '../../support/service/service';
import { ANN, setStage } from '../../support/service/triggerStage';

const reports = { method: 'GET', path: '/signature-requests/{id}/report' };
const REASON = 'Clause 4 is too broad: «net 30» & more';
/** Where the clock of these stages stands. */
const decline = (at: number) => ({
	declinedBy: ANN,
	declinedAt: new Date(at).toISOString(),
	declineReason: REASON,
});

describe.each([
	['the trigger', inTrigger],
	['the polling trigger', inPollingTrigger],
	['Send and Wait', inSendAndWait],
])('%s', (_title, declined) => {
	it('outputs who declined, when, and why, with one more call', async () => {
		const { json, service } = await declined();
		expect(json).toMatchObject({ outcome: 'declined', ...decline(service.sandbox.clock.now()) });
		expect(service.sandbox.calls.count(reports)).toBe(1);
	});

	it('goes on without the reason when the report cannot be read', async () => {
		const { json, service } = await declined({}, { ...reports, status: 403 });
		const { declineReason: _reason, ...known } = decline(service.sandbox.clock.now());
		expect(json).toMatchObject({ outcome: 'declined', ...known });
		expect(json).not.toHaveProperty('declineReason');
	});

	it('reads no report for the whole answer', async () => {
		const { json, service } = await declined({ simplify: false });
		expect(json).toMatchObject({ outcome: 'declined' });
		expect(json).not.toHaveProperty('declineReason');
		expect(service.sandbox.calls.count(reports)).toBe(0);
	});
});

type Fault = Parameters<Awaited<ReturnType<typeof startService>>['sandbox']['faults']['add']>[0];

async function inTrigger(parameters: INodeParameters = {}, fault?: Fault) {
	const stage = await setStage({ events: ['error'], ...parameters });
	const id = await stage.create();
	if (fault) stage.sandbox.faults.add(fault);
	stage.sandbox.people.decline(id, ANN, REASON);
	await stage.sandbox.settled();
	return { service: stage, json: stage.trigger.started[0]![0]!.json };
}

async function inPollingTrigger(parameters: INodeParameters = {}, fault?: Fault) {
	const polled = { states: ['DECLINED', 'WITHDRAWN'], ...parameters };
	const { service, watcher } = await startPolling(polled, { isClockStopped: true });
	const { id } = await addOpen(service);
	const { id: other } = await addOpen(service);
	if (fault) service.sandbox.faults.add(fault);
	service.sandbox.people.decline(id, ANN, REASON);
	await service.call(`/v2/signature-requests/${other}/withdraw`, { method: 'POST' });
	const items = await watcher.poll();
	expect(items).toHaveLength(2);
	return { service, json: items.find(({ json }) => json.id === id)!.json };
}

async function inSendAndWait(parameters: INodeParameters = {}, fault?: Fault) {
	const service = await startService({ isClockStopped: true });
	const { sandbox, engine } = service;
	const waiting: { requestId?: string } = {};
	const operation = { resource: 'request', operation: 'sendAndWait' };
	const node = await engine.listen({
		type: 'eSignatureRequest',
		parameters: { ...operation, ...parameters },
		waiting: [waiting],
	});
	const form = { callbacks: 'triggerUrl', callbackAddress: node.address };
	const signers = { signerInput: 'json', signersJson: JSON.stringify([{ email: ANN }]) };
	const source = { source: 'text', title: 'Offer', text: 'Please sign' };
	const sent = await service.request('request', 'create', { ...form, ...signers, ...source });
	if (sent.error) throw sent.error;
	const id = (waiting.requestId = sent.outputs[0]![0]!.json.id as string);
	if (fault) sandbox.faults.add(fault);
	sandbox.people.decline(id, ANN, REASON);
	await sandbox.settled();
	return { service, json: node.started[0]![0]!.json };
}
