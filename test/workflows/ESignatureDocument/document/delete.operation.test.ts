import { byId, startService, type Service } from '../../../support/service/service';

const deletes = { method: 'DELETE', path: /\/documents\// };
const cascade = { ...deletes, status: 403, body: { status: 403, message: 'being deleted' } };

/** A signature request over the document, made past the nodes. */
async function requestWith(service: Service, documentId: string): Promise<string> {
	const response = await service.call('/v2/signature-requests', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ title: 'Contract', document_id: documentId }),
	});
	return ((await response.json()) as { id: string }).id;
}

describe('Delete', () => {
	it('waits while the service still removes the signature request', async () => {
		const service = await startService({ cascadeMs: 1_000, isClockStopped: true });
		const { calls, clock } = service.sandbox;
		const id = await service.addDocument();
		const request = await requestWith(service, id);
		await service.call(`/v2/signature-requests/${request}`, { method: 'DELETE' });
		await service.call(`/v2/signature-requests/${request}`, { method: 'DELETE' });
		const deleting = service.document('delete', { documentId: byId(id) });
		while (calls.matching(deletes).every(({ ended }) => ended === undefined)) {
			await new Promise(setImmediate);
		}
		await clock.advance(1_000);
		const { outputs } = await deleting;
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		expect(calls.matching(deletes).map(({ status }) => status)).toEqual([403, 404]);
	});

	it('deletes the document itself when the service allows it again', async () => {
		const service = await startService();
		const id = await service.addDocument();
		service.sandbox.faults.add({ ...cascade, times: 1 });
		const { outputs } = await service.document('delete', { documentId: byId(id) });
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		expect(service.sandbox.calls.count(deletes)).toBe(2);
	});
});
