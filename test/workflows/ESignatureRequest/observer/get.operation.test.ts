import { addObserver } from '../../../support/observers';
import { itHandlesItsItems } from '../../../support/requestOperation';
import { byId, startService } from '../../../support/service';
import type { Service } from '../../../support/service';

const observed = async (service: Service) => {
	const { id } = await service.addRequest('v3');
	return { id, parameters: { observerId: byId(await addObserver(service, id)) } };
};

describe('Observer: Get', () => {
	itHandlesItsItems('observer', 'get', observed);

	it('reads who observes', async () => {
		const service = await startService();
		const { id, parameters } = await observed(service);
		const { outputs } = await service.request('observer', 'get', {
			requestId: byId(id),
			...parameters,
		});
		expect(outputs[0]![0]!.json).toMatchObject({
			id: parameters.observerId.value,
			type: 'USER',
			user_info: { email: 'eve@example.com' },
			invited_by: service.sandbox.username,
		});
	});
});
