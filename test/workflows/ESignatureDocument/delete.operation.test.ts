import { byId, startService } from '../../support/service';

const deletes = { method: 'DELETE', path: /\/documents\// };
const cascade = { ...deletes, status: 403, body: { status: 403, message: 'being deleted' } };

describe('Delete', () => {
	it.each(['v1', 'v2', 'v3'])('removes a document with %s', async (apiVersion) => {
		const service = await startService();
		const id = await service.addDocument();
		const { outputs } = await service.document('delete', { apiVersion, documentId: byId(id) });
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		expect((await service.call(`/v2/documents/${id}`)).status).toBe(404);
	});

	it('waits while the service still removes the signature request', async () => {
		const service = await startService();
		const id = await service.addDocument();
		service.sandbox.faults.add({ ...cascade, times: 2 });
		const { outputs } = await service.document('delete', { documentId: byId(id) });
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		expect(service.sandbox.calls.count(deletes)).toBe(3);
	});

	it('counts a document as deleted that the running deletion removed meanwhile', async () => {
		const service = await startService();
		const id = await service.addDocument();
		service.sandbox.faults.add({ ...cascade, times: 1 });
		service.sandbox.faults.add({ ...deletes, status: 404, body: { status: 404 } });
		const { outputs } = await service.document('delete', { documentId: byId(id) });
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
	});

	it('waits no longer than it was told', async () => {
		const service = await startService();
		const id = await service.addDocument();
		service.sandbox.faults.add(cascade);
		const { error } = await service.document('delete', {
			documentId: byId(id),
			options: { waitSeconds: 0 },
		});
		expect(error?.message).toMatch(/may not do this \(status 403\)/);
		expect(service.sandbox.calls.count(deletes)).toBe(1);
	});

	it('repeats after a cut connection, and takes the 404 then as done', async () => {
		const service = await startService();
		const id = await service.addDocument();
		service.sandbox.faults.add({ ...deletes, reset: 'after', times: 1 });
		const { outputs } = await service.document('delete', { documentId: byId(id) });
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
	});

	it('explains an unknown document', async () => {
		const service = await startService();
		const { error } = await service.document('delete', {
			documentId: byId('11111111-2222-4333-8444-555555555555'),
		});
		expect(error?.httpCode).toBe('404');
	});

	it('explains that a request must keep its last document', async () => {
		const service = await startService();
		const id = await service.addDocument();
		service.sandbox.faults.add({
			...deletes,
			status: 400,
			body: { status: 400, key: 'error.sr.last_document_cannot_be_removed', message: 'x' },
		});
		const { error } = await service.document('delete', { documentId: byId(id) });
		expect(error?.message).toMatch(/last document of a signature request/);
		expect(error?.description).toMatch(/Delete the signature request instead/);
	});
});
