import { groups } from '../../../support/service/observers';
import { itHandlesItsItems, retrying } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const additions = { method: 'POST', path: /\/observers$/ };

describe('Observer: Add', () => {
	itHandlesItsItems('observer', 'add', async (service) => ({
		...(await service.addRequest('v3')),
		parameters: { email: 'eve@example.com' },
	}));

	it.each([
		['a user by email', { email: 'eve@example.com' }, { user_info: { email: 'eve@example.com' } }],
		['a user by id', { kind: 'user', userId: 'us_1' }, { user_info: { user_id: 'us_1' } }],
		[
			'a group',
			{ kind: 'group', groupId: 'gr_audit' },
			{ group_info: { group_id: 'gr_audit', name: 'Audit' } },
		],
	])('adds %s, whatever version the node is set to', async (_title, parameters, expected) => {
		const service = await startService({ groups });
		const { id } = await service.addRequest('v3');
		const { outputs } = await service.request('observer', 'add', {
			apiVersion: 'v1',
			requestId: byId(id),
			...parameters,
		});
		const { json } = outputs[0]![0]!;
		expect(json).toMatchObject({ id: expect.stringMatching(/^ob_/) as string, ...expected });
	});

	it('names the feature when observer groups are not activated, and whom to ask', async () => {
		const service = await startService({ groups, features: { groups: false } });
		const { id } = await service.addRequest('v3');
		const { error } = await service.request('observer', 'add', {
			requestId: byId(id),
			kind: 'group',
			groupId: 'gr_audit',
		});
		expect(error?.message).toMatch(/Observer groups are not activated/);
		expect(error?.description).toMatch(/Ask the service's support.*one by one/);
	});

	it('is never added twice when the answer was lost', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		service.sandbox.faults.add({ ...additions, reset: 'after' });
		await service.request(
			'observer',
			'add',
			{ requestId: byId(id), email: 'eve@example.com' },
			{ settings: retrying },
		);
		expect(service.sandbox.store.request(id)!.observers).toHaveLength(1);
	});
});
