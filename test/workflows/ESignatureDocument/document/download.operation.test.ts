import { smallPdf } from '../../../support/files/pdf';
import { byId, startService } from '../../../support/service/service';

describe('Download', () => {
	it('does not wait for what the service knows of the document before it asks for the content', async () => {
		const service = await startService();
		const id = await service.addDocument('Slow');
		service.sandbox.faults.add({ path: `/documents/${id}`, delayMs: 500 });
		const { outputs } = await service.document('download', { documentId: byId(id) });
		expect(outputs[0]![0]!.binary!.data!.fileName).toBe('Slow.pdf');
		const [about] = service.sandbox.calls.matching({ path: `/documents/${id}` });
		const [content] = service.sandbox.calls.matching({ path: /\/content$/ });
		expect(content!.began).toBeLessThan(about!.ended!);
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
		expect(error?.message).toMatch(/service itself failed/);
		expect(outputs[0] ?? []).toEqual([]);
	});
});
