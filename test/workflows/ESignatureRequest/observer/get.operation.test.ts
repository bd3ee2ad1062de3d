import { addObserver } from '../../../support/observers';
import { EMPTY, itHandlesItsItems } from '../../../support/requestOperation';
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

	it.each([
		['nothing', EMPTY, /Observer is empty/],
		['what is no id', 'eve@example.com', /Observer is not an id of an observer/],
		['what would change the path', 'ob_1/../..', /Observer is not an id of an observer/],
	])('refuses %s before any call', async (_title, observerId, reason) => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		service.sandbox.calls.clear();
		const { error } = await service.request('observer', 'get', {
			requestId: byId(id),
			observerId: byId(observerId),
		});
		expect(error?.message).toMatch(reason);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it('explains an unknown observer', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		const { error } = await service.request('observer', 'get', {
			requestId: byId(id),
			observerId: byId('ob_unknown'),
		});
		expect(error?.httpCode).toBe('404');
	});
});
