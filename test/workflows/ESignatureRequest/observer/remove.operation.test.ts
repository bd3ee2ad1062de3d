import { addObserver } from '../../../support/service/observers';
import { itHandlesItsItems } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const observed = async (service: Service) => {
	const { id } = await service.addRequest('v3');
	return { id, parameters: { observerId: byId(await addObserver(service, id)) } };
};

describe('Observer: Remove', () => {
	itHandlesItsItems('observer', 'remove', observed);

	it('ends the access', async () => {
		const service = await startService();
		const { id, parameters } = await observed(service);
		const { outputs } = await service.request('observer', 'remove', {
			requestId: byId(id),
			...parameters,
		});
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		expect(service.sandbox.store.request(id)!.observers).toEqual([]);
	});

	it('explains an observer who is gone', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		const { error } = await service.request('observer', 'remove', {
			requestId: byId(id),
			observerId: byId('ob_gone'),
		});
		expect(error?.httpCode).toBe('404');
	});
});
