import {
	itHandlesItsItems,
	retrying,
	signers,
	VERSIONS,
} from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const reminders = { method: 'POST', path: /\/remind$/ };
const open = signers('ann@example.com');

describe('Remind', () => {
	itHandlesItsItems('request', 'remind', async (service) => await service.addRequest('v2', open));

	it.each(VERSIONS)('reminds who has not signed with %s', async (apiVersion) => {
		const service = await startService();
		const { id } = await service.addRequest(apiVersion, open);
		if (apiVersion === 'v3') {
			await service.call(`/v3/signature-requests/${id}/initiate`, { method: 'POST' });
		}
		const { outputs } = await service.request('request', 'remind', {
			apiVersion,
			requestId: byId(id),
		});
		expect(outputs[0]![0]!.json).toEqual({ id, reminded: true });
		expect(service.sandbox.store.mails.at(-1)).toMatchObject({
			kind: 'reminder',
			to: 'ann@example.com',
		});
	});

	it('names the hour when someone was reminded before, and does not wait for it', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', open);
		const remind = async () => await service.request('request', 'remind', { requestId: byId(id) });
		await remind();
		const { error } = await remind();
		expect(error?.message).toMatch(/reminded less than an hour ago \(status 429/);
		expect(error?.description).toMatch(/One reminder per signer and hour.*wait 60 minutes/);
		expect(service.sandbox.calls.count(reminders)).toBe(2);
	});

	it('takes a 429 without a key as the hour too', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', open);
		service.sandbox.faults.add({ ...reminders, status: 429, body: 'Too many requests' });
		const { error } = await service.request('request', 'remind', { requestId: byId(id) });
		expect(error?.message).toMatch(/less than an hour ago/);
		expect(service.sandbox.calls.count(reminders)).toBe(1);
	});

	it.each([
		['the connection was cut', { reset: 'after' as const }],
		['a gateway failed', { status: 502, body: 'bad gateway' }],
	])('is never repeated after %s', async (_title, fault) => {
		const service = await startService();
		const { id } = await service.addRequest('v2', open);
		service.sandbox.faults.add({ ...reminders, ...fault });
		const { error } = await service.request(
			'request',
			'remind',
			{ requestId: byId(id) },
			{ settings: retrying },
		);
		expect(error).toBeDefined();
		expect(service.sandbox.calls.count(reminders)).toBe(1);
	});

	it('explains that there is no one to remind', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2');
		const { error } = await service.request('request', 'remind', { requestId: byId(id) });
		expect(error?.description).toMatch(/there is no one to remind/);
	});
});
