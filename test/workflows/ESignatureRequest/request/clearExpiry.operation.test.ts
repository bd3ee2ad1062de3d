import { itHandlesItsItems } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const draft = () => ({ expires_at: tomorrow() });

describe('Clear Expiry', () => {
	itHandlesItsItems(
		'request',
		'clearExpiry',
		async (service) => await service.addRequest('v3', draft()),
	);

	it('removes the date of a draft, whatever version the node is set to', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3', draft());
		const { outputs } = await service.request('request', 'clearExpiry', {
			apiVersion: 'v1',
			requestId: byId(id),
		});
		expect(outputs[0]![0]!.json).toMatchObject({ id, status_overall: 'DRAFT' });
		expect(outputs[0]![0]!.json).not.toHaveProperty('expires_at');
		expect(service.sandbox.store.request(id)?.expiresAt).toBeUndefined();
	});

	it('explains that an open request keeps its date', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3', draft());
		await service.call(`/v3/signature-requests/${id}/initiate`, { method: 'POST' });
		const { error } = await service.request('request', 'clearExpiry', { requestId: byId(id) });
		expect(error?.message).toMatch(/Only a draft can lose its expiry date.*\(status 400\)/);
	});

	it('names the feature that is not activated, and whom to ask', async () => {
		const service = await startService({ features: { expiresAt: false } });
		const { id } = await service.addRequest('v3');
		const { error } = await service.request('request', 'clearExpiry', { requestId: byId(id) });
		expect(error?.message).toMatch(/Expiry dates \(expires_at\) are not activated/);
		expect(error?.description).toMatch(/Ask the service's support or your account manager/);
	});
});
