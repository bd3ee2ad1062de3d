process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'default';

import { unzipSync } from 'fflate';
import { pdfOfSize } from '../../support/files/pdf';
import { roundTrip } from '../../support/files/roundTrip';
import { byId, startService } from '../../support/service/service';

const MIB = 1024 * 1024;

describe('in memory mode', () => {
	it.each([4 * MIB, 4 * MIB + 1])('%s bytes go up and come down identical', async (sizeBytes) => {
		const trip = await roundTrip(sizeBytes);
		expect(trip.isIdentical).toBe(true);
		expect(trip.storageId).toBeUndefined();
	});

	it('an evidence package has all its files', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		const parameters = { requestId: byId(id), required: [], validate: false };
		const { outputs } = await service.request('request', 'getEvidencePackage', parameters);
		const [item] = outputs[0]!;
		const files = unzipSync(await service.engine.readBinary(item!));
		expect(Object.keys(files)).toEqual(item!.json.files);
	});

	it('a file that is no PDF is refused before any call', async () => {
		const service = await startService();
		const bytes = Buffer.concat([Buffer.from('PK'), pdfOfSize(10_000).subarray(2000)]);
		const { error } = await service.document(
			'upload',
			{ source: 'binary' },
			{ items: [{ files: { data: { bytes, fileName: 'x.pdf' } } }] },
		);
		expect(error?.message).toMatch(/isn't a PDF/);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});
