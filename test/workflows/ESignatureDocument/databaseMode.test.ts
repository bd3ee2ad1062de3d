/** n8n's database mode, in which a file is read as a whole for every stream of it. */
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { pdfOfSize } from '../../support/files/pdf';
import { startService } from '../../support/service/service';

type Manager = Parameters<BinaryDataService['setManager']>[1];

const pdf = pdfOfSize(6_000_000);
const small = pdfOfSize(20_000);

/** Hands out streams as n8n's own manager of that mode does, and counts them. */
function countingStreams(): { opened: () => number; putBack: () => void } {
	const service = Container.get(BinaryDataService);
	const { 'filesystem-v2': usual } = (service as unknown as { managers: Record<string, Manager> })
		.managers;
	let opened = 0;
	const whole = Object.assign(Object.create(usual!) as Manager, {
		getAsStream: async (id: string) => {
			opened++;
			return Readable.from(await usual!.getAsBuffer(id));
		},
	});
	service.setManager('filesystem-v2', whole);
	return { opened: () => opened, putBack: () => service.setManager('filesystem-v2', usual!) };
}

async function upload(bytes: Buffer, count = 1) {
	const service = await startService();
	const streams = countingStreams();
	const items = Array.from({ length: count }, () => ({
		files: { data: { bytes, fileName: 'a.pdf' } },
	}));
	const { error } = await service.document('upload', { source: 'binary' }, { items });
	streams.putBack();
	expect(error).toBeUndefined();
	const { store } = service.sandbox;
	for (const document of store.documents) {
		expect(store.contentOf(document).equals(bytes)).toBe(true);
	}
	expect(store.documents).toHaveLength(count);
	return streams.opened();
}

it('large files of several items are read once each, for their first bytes and for sending', async () => {
	expect(await upload(pdf, 2)).toBe(2);
});

it('a small file is not kept, since reading it again costs nothing', async () => {
	expect(await upload(small)).toBe(2);
});

it('a file that has to be sent again is read again', async () => {
	const service = await startService();
	const streams = countingStreams();
	const uploads = { method: 'POST', path: '/documents' };
	service.sandbox.faults.add({
		...uploads,
		status: 429,
		headers: { 'retry-after': '0' },
		times: 1,
	});
	const items = [{ files: { data: { bytes: pdf, fileName: 'a.pdf' } } }];
	const { error, outputs } = await service.document('upload', { source: 'binary' }, { items });
	streams.putBack();
	expect(error).toBeUndefined();
	expect(outputs[0]![0]!.json.size).toBe(pdf.length);
	expect(streams.opened()).toBe(2);
});
