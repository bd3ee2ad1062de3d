import { startService } from '../../../support/service/service';
import { validated } from '../results';

const credit = { resource: 'credit' };

describe('Get Usage', () => {
	it('answers with what the service says', async () => {
		const { service } = await validated('signed');
		const { outputs } = await service.validation('getUsage', credit);
		expect(outputs[0]![0]!.json).toMatchObject({
			usage: [{ endpoint: '/validate/document', requests: 1, credits: 2 }],
			requests: 1,
			credits: 2,
		});
	});

	it('passes on fields that are not known yet', async () => {
		const service = await startService();
		const body = { anything: [1, { goes: true }] };
		service.sandbox.faults.add({ path: /\/credits\/usage$/, status: 200, body });
		const { outputs } = await service.validation('getUsage', credit, { unknownFields: true });
		expect(outputs[0]![0]!.json).toEqual(body);
	});

	it('explains a key without the validation role', async () => {
		const user = { username: 'api_demo_x', apiKey: 'api_demo_x_key', validation: false };
		const service = await startService({ users: [user] });
		const { error } = await service.validation('getUsage', credit);
		expect(error?.message).toMatch(/may not use the validation interface \(status 403\)/);
	});
});
