import { smallPdf } from '../../../support/files/pdf';
import { startProxy } from '../../../support/service/proxy';
import { byId, startService } from '../../../support/service/service';

describe('Download', () => {
	it('does not wait for what the service knows of the document before it asks for the content', async () => {
		const proxy = await startProxy({ holds: ({ path }) => /\/documents\/[^/]+$/.test(path) });
		const service = await startService({ credential: { signingAddress: proxy.address } });
		proxy.forwardTo(service.sandbox.address);
		const id = await service.addDocument('Slow');
		const downloading = service.document('download', { documentId: byId(id) });
		await proxy.reached();
		while (service.sandbox.calls.count({ path: /\/content$/ }) === 0) {
			await new Promise(setImmediate);
		}
		proxy.release();
		expect((await downloading).outputs[0]![0]!.binary!.data!.fileName).toBe('Slow.pdf');
		proxy.close();
	});

	it('needs no other call than that of the content', async () => {
		const service = await startService();
		const id = await service.addDocument();
		service.sandbox.faults.add({ method: 'GET', path: `/documents/${id}`, status: 405 });
		const { error, outputs } = await service.document('download', { documentId: byId(id) });
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toEqual({ id });
		expect(outputs[0]![0]!.binary!.data!.fileName).toBe(`${id}.pdf`);
		expect(await service.engine.readBinary(outputs[0]![0]!)).toEqual(smallPdf);
	});

	it('keeps nothing of the content when the document itself is refused', async () => {
		const service = await startService();
		const id = await service.addDocument();
		service.sandbox.faults.add({ path: `/documents/${id}`, status: 500 });
		const { error, outputs } = await service.document('download', { documentId: byId(id) });
		expect(error?.message).toMatch(/had an internal error/);
		expect(outputs[0] ?? []).toEqual([]);
	});
});
