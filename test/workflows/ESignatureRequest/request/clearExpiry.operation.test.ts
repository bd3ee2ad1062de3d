import { byId, startService } from '../../../support/service/service';

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const draft = () => ({ expires_at: tomorrow() });

describe('Clear Expiry', () => {
	it('removes the date of a draft, whatever version the node is set to', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3', draft());
		const { outputs } = await service.request('request', 'clearExpiry', {
			apiVersion: 'v1',
			requestId: byId(id),
		});
		expect(outputs[0]![0]!.json).toMatchObject({ id, status: 'DRAFT' });
		expect(outputs[0]![0]!.json).not.toHaveProperty('expires_at');
		expect(service.sandbox.store.request(id)?.expiresAt).toBeUndefined();
	});
});
