import { itHandlesItsItems, retrying, VERSIONS } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const withdrawals = { method: 'POST', path: /\/withdraw$/ };

describe('Withdraw', () => {
	itHandlesItsItems('request', 'withdraw', async (service) => await service.addRequest('v2'));

	it.each(VERSIONS)('ends an open request with %s', async (apiVersion) => {
		const service = await startService();
		const { id } = await service.addRequest(apiVersion);
		if (apiVersion === 'v3') {
			await service.call(`/v3/signature-requests/${id}/initiate`, { method: 'POST' });
		}
		const { outputs } = await service.request('request', 'withdraw', {
			apiVersion,
			requestId: byId(id),
			message: 'Wrong price',
		});
		expect(outputs[0]![0]!.json).toMatchObject({ id, status_overall: 'WITHDRAWN' });
	});

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

	it('explains that only an open request can be withdrawn', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		const { error } = await service.request('request', 'withdraw', {
			apiVersion: 'v3',
			requestId: byId(id),
		});
		expect(error?.message).toMatch(/did not withdraw this request \(status 400\)/);
		expect(error?.description).toMatch(/a draft is deleted/);
	});

	it('is never sent twice when the answer was lost', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		service.sandbox.faults.add({ ...withdrawals, reset: 'after' });
		await service.request('request', 'withdraw', { requestId: byId(id) }, { settings: retrying });
		expect(service.sandbox.calls.count(withdrawals)).toBe(1);
	});
});
