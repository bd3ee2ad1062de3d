import { startService } from '../../../support/service/service';

it('evaluates each expression once for an item, because n8n takes a millisecond for each', async () => {
	const service = await startService();
	const { id } = await service.addRequest('v2', {
		signatures: [{ account_email: 'ann@example.com' }],
	});
	let looks = 0;
	const json = {
		get id() {
			looks++;
			return id;
		},
	};
	const { outputs } = await service.engine.run({
		type: 'eSignatureRequest',
		parameters: {
			resource: 'request',
			operation: 'get',
			requestId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		},
		items: [{ json }],
	});
	expect(outputs[0]![0]!.json.id).toBe(id);
	expect(looks).toBe(1);
});
