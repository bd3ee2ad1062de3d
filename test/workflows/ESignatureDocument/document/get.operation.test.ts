import { startProxy } from '../../../support/service/proxy';
import { byId, startService } from '../../../support/service/service';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';

describe('Get', () => {
	it('reads many items at once, as many as are allowed, and keeps their order', async () => {
		const proxy = await startProxy({
			holds: ({ method, path }) => method === 'GET' && path.includes('/documents/'),
		});
		const service = await startService({ credential: { signingAddress: proxy.address } });
		proxy.forwardTo(service.sandbox.address);
		const ids = await Promise.all(
			Array.from({ length: 20 }, async (_, index) => await service.addDocument(`D${index}`)),
		);
		const running = service.document(
			'get',
			{
				documentId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				options: { itemsAtOnce: 5 },
			},
			{ items: ids.map((id) => ({ json: { id } })) },
		);
		await proxy.reached(5);
		proxy.release();
		const { outputs } = await running;
		proxy.close();
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual(ids);
		expect(outputs[0]!.map(({ pairedItem }) => pairedItem)).toEqual(
			ids.map((_, item) => ({ item })),
		);
		expect(
			service.sandbox.calls.peak({ method: 'GET', path: /\/documents\// }),
		).toBeLessThanOrEqual(5);
	});

	it('explains an answer that is not the service’s', async () => {
		const service = await startService();
		service.sandbox.faults.add({
			path: /\/documents\//,
			status: 200,
			headers: { 'content-type': 'text/html' },
			body: '<html>Welcome to the hotel</html>',
		});
		const { error } = await service.document('get', { documentId: byId(UNKNOWN) });
		expect(error?.message).toMatch(/another form than expected/);
	});
});
