import { byId, startService } from '../../../support/service/service';

const withdrawals = { method: 'POST', path: /\/withdraw$/ };

describe('Withdraw', () => {
	it.each([
		['as long as the service takes', 2048, undefined],
		['longer', 2049, /Message is longer than 2048 characters/],
	])('with a message %s', async (_title, length, reason) => {
		const service = await startService();
		const { id } = await service.addRequest();
		const { error } = await service.request('request', 'withdraw', {
			requestId: byId(id),
			message: 'x'.repeat(length),
		});
		if (reason) expect(error?.message).toMatch(reason);
		else expect(error).toBeUndefined();
		expect(service.sandbox.calls.count(withdrawals)).toBe(reason ? 0 : 1);
	});
});
