import { smallPdf } from '../../support/files/pdf';
import {
	addDeclined,
	addOpen,
	startWatching,
	watch,
	startPolling,
} from '../../support/polling/polling';
import { startService } from '../../support/service/service';

const downloads = { method: 'GET', path: '/documents/{id}/content' };
const withFiles = { states: ['DECLINED', 'SIGNED'], downloadDocuments: true };

describe('documents as files', () => {
	it.each(['v1', 'v2', 'v3'])('brings the signed PDF with %s', async (apiVersion) => {
		const { service, watcher } = await startPolling({ ...withFiles, apiVersion });
		const { id } = await addOpen(service, apiVersion);
		await service.sandbox.people.sign(id);
		const [item] = await watcher.poll();
		expect(item!.binary!.data).toMatchObject({
			fileName: item!.json.fileName,
			mimeType: 'application/pdf',
		});
		const bytes = await service.engine.readBinary(item!);
		expect(bytes.subarray(0, smallPdf.length).equals(smallPdf)).toBe(true);
		expect(bytes.includes('/ByteRange')).toBe(true);
		expect(service.sandbox.calls.matching(downloads).map(({ path }) => path)).toEqual([
			`/${apiVersion}/documents/${item!.json.signedDocumentId as string}/content`,
		]);
	});

	it('downloads nothing for requests that a filter keeps out', async () => {
		const service = await startService();
		const filters = { titleContains: 'lease' };
		const watcher = await startWatching(service, { ...withFiles, filters });
		await addDeclined(service);
		expect(await watcher.ids()).toEqual([]);
		expect(service.sandbox.calls.count(downloads)).toBe(0);
	});

	it('brings at most fifty at a time, and the rest with the next poll', async () => {
		const { service, watcher } = await startPolling(withFiles);
		const ended: string[] = [];
		for (let count = 0; count < 53; count++) ended.push(await addDeclined(service));
		const first = await watcher.ids();
		expect(first).toHaveLength(50);
		watcher.restart();
		const rest = await watcher.ids();
		expect([...first, ...rest].sort()).toEqual(ended.sort());
		expect(await watcher.ids()).toEqual([]);
	});

	it('brings one at a time when n8n gives it no time', async () => {
		const { service, watcher } = await startPolling(withFiles);
		watcher.budgetMs = -1;
		const ended = [await addDeclined(service), await addDeclined(service)];
		const [first, second] = [await watcher.ids(), await watcher.ids()];
		expect([first.length, second.length]).toEqual([1, 1]);
		expect([...first, ...second].sort()).toEqual(ended.sort());
		expect(await watcher.ids()).toEqual([]);
	});

	it('brings the file with a sample', async () => {
		const service = await startService();
		await addDeclined(service);
		const [item] = await watch(service, withFiles).fetchTestEvent();
		expect(await service.engine.readBinary(item!)).toEqual(smallPdf);
	});
});

describe('documents that cannot be had', () => {
	it('leaves them out for good after a refusal, and says why', async () => {
		const { service, watcher } = await startPolling(withFiles);
		const ended = [await addDeclined(service), await addDeclined(service)];
		service.sandbox.faults.add({ ...downloads, status: 404, times: 1 });
		const items = await watcher.poll();
		expect(items).toHaveLength(ended.length);
		expect(items[0]!.json.downloadError).toMatch(
			/The documents couldn't be downloaded: Document: Skribble doesn't find this ID/,
		);
		expect(items[0]!.binary).toBeUndefined();
		expect(items[1]!.json.downloadError).toBeUndefined();
		expect(items[1]!.binary).toHaveProperty('data');
		expect(await watcher.ids()).toEqual([]);
	});

	it('says so when a request shows none', async () => {
		const service = await startService();
		const body = [{ id: 'bare', status_overall: 'DECLINED', updated_at: '2026-11-02T12:00:00Z' }];
		service.sandbox.faults.add({ path: '/signature-requests', status: 200, body });
		const [item] = await watch(service, withFiles).fetchTestEvent();
		expect(item!.json.downloadError).toBe("Skribble doesn't show the documents of the request");
	});
});
