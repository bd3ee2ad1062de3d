import { startService } from '../../../support/service/service';

const credit = { resource: 'credit' };

describe('Get Usage', () => {
	it('passes on fields that are not known yet', async () => {
		const service = await startService();
		const body = { anything: [1, { goes: true }] };
		service.sandbox.faults.add({ path: /\/credits\/usage$/, status: 200, body });
		const { outputs } = await service.validation('getUsage', credit, { unknownFields: true });
		expect(outputs[0]![0]!.json).toEqual(body);
	});
});
