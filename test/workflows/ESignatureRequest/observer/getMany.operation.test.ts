import { addObserver } from '../../../support/service/observers';
import { itHandlesItsItems } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const withThree = async (service: Service) => {
	const { id } = await service.addRequest('v3');
	for (const name of ['a', 'b', 'c']) {
		await addObserver(service, id, { type: 'USER', email: `${name}@example.com` });
	}
	return { id };
};

describe('Observer: Get Many', () => {
	itHandlesItsItems('observer', 'getMany', withThree);

	it.each([
		['everything', { returnAll: true }, 3],
		['up to the limit', { returnAll: false, limit: 2 }, 2],
	])('returns %s', async (_title, parameters, expected) => {
		const service = await startService();
		const { id } = await withThree(service);
		const { outputs } = await service.request('observer', 'getMany', {
			requestId: byId(id),
			...parameters,
		});
		expect(outputs[0]).toHaveLength(expected);
		expect(outputs[0]![0]!.json).toMatchObject({ user_info: { email: 'a@example.com' } });
	});

	it('explains a list that the service refuses', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		service.sandbox.faults.add({
			path: /\/observers$/,
			status: 400,
			body: { status: 400, message: 'bad input' },
		});
		const { error } = await service.request('observer', 'getMany', { requestId: byId(id) });
		expect(error?.message).toMatch(/could not accept the request \(status 400\)/);
	});
});
