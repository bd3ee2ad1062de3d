import { groups } from '../../../support/service/observers';
import { byId, startService } from '../../../support/service/service';

describe('Observer: Add', () => {
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
});
