import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { LARGEST_DOCUMENT_BYTES } from '../../../nodes/shared/documents/document';
import { pdfOfSize } from '../../support/files/pdf';
import { startProxy } from '../../support/service/proxy';
import { roundTrip } from '../../support/files/roundTrip';
import { startService, type Service } from '../../support/service/service';
import { timeLimitMs } from '../../support/files/timeLimit';

const MIB = 1024 * 1024;
jest.setTimeout(timeLimitMs(LARGEST_DOCUMENT_BYTES));

async function upload({ document }: Service, sizeBytes = 5 * MIB) {
	const items = [{ files: { data: { bytes: pdfOfSize(sizeBytes), fileName: 'l.pdf' } } }];
	return await document('upload', { source: 'binary' }, { items });
}

describe('in filesystem mode', () => {
	it.each([
		['4 MiB', 4 * MIB],
		['one byte more than 4 MiB', 4 * MIB + 1],
		['112.5 MiB', LARGEST_DOCUMENT_BYTES],
	])('%s go up and come down identical', async (_title, sizeBytes) => {
		const trip = await roundTrip(sizeBytes);
		expect(trip.isIdentical).toBe(true);
		expect(trip.announcedBytes).toBe(trip.receivedBytes);
		expect(trip.storageId).toMatch(/^filesystem/);
	});

	it('112.5 MiB and one byte are refused before any call', async () => {
		const service = await startService();
		const { error } = await upload(service, LARGEST_DOCUMENT_BYTES + 1);
		expect(error?.message).toContain('117964801 bytes');
		expect(error?.message).toContain('117964800 (112.5 MB)');
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it('a large upload goes up where reading a document is answered with 405', async () => {
		const service = await startService();
		service.sandbox.faults.add({ method: 'GET', path: '/documents/{id}', status: 405 });
		const { error } = await upload(service);
		expect(error).toBeUndefined();
		expect(service.sandbox.calls.count({ method: 'POST', path: '/documents' })).toBe(1);
	});

	it('a large upload is not repeated after its connection was cut', async () => {
		const service = await startService();
		service.sandbox.faults.add({ method: 'POST', path: '/documents', reset: 'after' });
		const { error } = await upload(service);
		expect(error?.description).toMatch(/may have succeeded/);
		service.sandbox.faults.clear();
		expect(await (await service.call('/v2/documents')).json()).toHaveLength(1);
	});

	it('a large upload that is cut off on its way leaves no file open', async () => {
		const proxy = await startProxy({ cutAfterBytes: 2 * MIB });
		const service = await startService({ credential: { signingAddress: proxy.address } });
		proxy.forwardTo(service.sandbox.address);
		const { error } = await upload(service);
		proxy.close();
		expect(error?.message).toMatch(/didn't answer: the connection was cut/);
		// Node closes a file when the read that is under way has ended.
		while (openFilesOfN8n().length > 0) await sleep(50);
	});
});

/** Only Linux shows which files a process has open; elsewhere this finds none. */
function openFilesOfN8n(): string[] {
	const folder = '/proc/self/fd';
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.map((name) => `${folder}/${name}`)
		.filter((link) => existsSync(link))
		.map((link) => readlinkSync(link))
		.filter((file) => file.startsWith(String(process.env.N8N_USER_FOLDER)));
}
