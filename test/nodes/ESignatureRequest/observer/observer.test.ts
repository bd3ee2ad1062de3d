import { observerBody } from '../../../../nodes/ESignatureRequest/observer/observer';

it.each([
	[{ email: 'ann@example.com' }, { type: 'USER', email: 'ann@example.com' }],
	[{ userId: 'u1' }, { type: 'USER', user_id: 'u1' }],
	[{ groupId: 'g1' }, { type: 'GROUP', group_id: 'g1' }],
])('%j is sent as %j', (who, body) => {
	expect(observerBody(who)).toEqual(body);
});
