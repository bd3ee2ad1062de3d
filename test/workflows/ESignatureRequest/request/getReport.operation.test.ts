import { byId, startService } from '../../../support/service/service';

const reports = { method: 'GET', path: /\/report$/ };

describe('Get Report', () => {
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
			id,
			events: [{ event: 'callback', url: 'https://a.example/?proof=hidden' }],
		});
	});
});
