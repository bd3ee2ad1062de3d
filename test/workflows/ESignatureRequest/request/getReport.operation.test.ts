import { itHandlesItsItems, VERSIONS } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const reports = { method: 'GET', path: /\/report$/ };

describe('Get Report', () => {
	itHandlesItsItems('request', 'getReport', async (service) => await service.addRequest());

	it.each(VERSIONS)('fetches the protocol as PDF and as data with %s', async (apiVersion) => {
		const service = await startService();
		const { id } = await service.addRequest(apiVersion);
		const get = async (format: string) =>
			(await service.request('request', 'getReport', { apiVersion, requestId: byId(id), format }))
				.outputs[0]![0]!;
		const pdf = await get('pdf');
		expect((await service.engine.readBinary(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
		expect(pdf.binary!.data).toMatchObject({
			fileName: `report-${id}.pdf`,
			mimeType: 'application/pdf',
		});
		const { json, binary } = await get('json');
		expect(binary).toBeUndefined();
		expect(json).toMatchObject({ id, events: [{ event: 'create' }] });
	});

	it('uses the field and the file name that were asked for', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		const { outputs } = await service.request('request', 'getReport', {
			requestId: byId(id),
			binaryPropertyName: 'protocol',
			fileName: 'a/b',
		});
		expect(outputs[0]![0]!.binary!.protocol!.fileName).toBe('a_b.pdf');
	});

	it('takes a report that is a list, and hides our proof in it', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		const proof = 'a1'.repeat(32);
		const body = [{ event: 'callback', url: `https://a.example/?proof=${proof}` }];
		service.sandbox.faults.add({ ...reports, status: 200, body });
		const { outputs } = await service.request(
			'request',
			'getReport',
			{ requestId: byId(id), format: 'json' },
			{ unknownFields: true },
		);
		expect(outputs[0]![0]!.json).toEqual({
			events: [{ event: 'callback', url: 'https://a.example/?proof=hidden' }],
		});
	});

	it('explains a refusal', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		service.sandbox.faults.add({ ...reports, status: 403, body: { status: 403, message: 'no' } });
		const { error } = await service.request('request', 'getReport', { requestId: byId(id) });
		expect(error?.message).toMatch(/may not do this \(status 403\)/);
	});
});
