import { EMPTY, signers, VERSIONS } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const removals = { method: 'DELETE', path: /\/signatures\// };
const two = signers('ann@example.com', 'bob@example.com');

describe('Signer: Remove', () => {
	it.each(
		VERSIONS.flatMap((version) => [
			[version, 'email address'],
			[version, 'sid'],
		]),
	)('with %s removes a signer found by %s', async (apiVersion, by) => {
		const service = await startService();
		const { id, signatures } = await service.addRequest(apiVersion, two);
		const { outputs } = await service.request('signer', 'remove', {
			apiVersion,
			requestId: byId(id),
			signer: byId(by === 'sid' ? signatures[0]!.sid : 'ann@example.com'),
		});
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		const left = service.sandbox.store.request(id)!.signatures;
		expect(left.map(({ email }) => email)).toEqual(['bob@example.com']);
	});

	it('takes the signature that is still open when someone signs twice', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', signers('ann@example.com', 'ann@example.com'));
		await service.sandbox.people.sign(id);
		const { error } = await service.request('signer', 'remove', {
			requestId: byId(id),
			signer: byId('ann@example.com'),
		});
		expect(error).toBeUndefined();
		expect(service.sandbox.store.request(id)).toMatchObject({
			status: 'SIGNED',
			signatures: [{ status: 'SIGNED' }],
		});
	});

	it('explains that who has signed stays', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', two);
		await service.sandbox.people.sign(id, 'ann@example.com');
		const { error } = await service.request('signer', 'remove', {
			requestId: byId(id),
			signer: byId('ann@example.com'),
		});
		expect(error?.description).toMatch(/is already SIGNED/);
	});

	it('refuses an email address that two people share, and names their sids', async () => {
		const service = await startService({ dialect: 'public' });
		const couple = ['Ann', 'Bob'].map((first_name) => ({
			signer_identity_data: { email_address: 'lee@example.com', first_name, last_name: 'Lee' },
		}));
		const { id, signatures } = await service.addRequest('v2', { signatures: couple });
		const { error } = await service.request('signer', 'remove', {
			requestId: byId(id),
			signer: byId('lee@example.com'),
		});
		expect(error?.message).toBe('Signer "lee@example.com" may be one of 2 people in this request');
		expect(error?.description).toContain(
			`Ann Lee (${signatures[0]!.sid}), Bob Lee (${signatures[1]!.sid})`,
		);
		expect(service.sandbox.calls.count(removals)).toBe(0);
	});

	it.each([
		['no one', EMPTY, /Signer is empty/],
		['a stranger', 'eve@example.com', /Signer "eve@example.com" is not in this request/],
	])('refuses %s', async (_title, signer, reason) => {
		const service = await startService();
		const { id } = await service.addRequest('v2', two);
		const { error } = await service.request('signer', 'remove', {
			requestId: byId(id),
			signer: byId(signer),
		});
		expect(error?.message).toMatch(reason);
		expect(service.sandbox.calls.count(removals)).toBe(0);
	});
});
