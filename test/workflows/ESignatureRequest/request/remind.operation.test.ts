import { signers } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const reminders = { method: 'POST', path: /\/remind$/ };
const open = signers('ann@example.com');

describe('Remind', () => {
	it('takes a 429 without a key as the hour too', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', open);
		service.sandbox.faults.add({ ...reminders, status: 429, body: 'Too many requests' });
		const { error } = await service.request('request', 'remind', { requestId: byId(id) });
		expect(error?.message).toMatch(/less than an hour ago/);
		expect(service.sandbox.calls.count(reminders)).toBe(1);
	});
});
