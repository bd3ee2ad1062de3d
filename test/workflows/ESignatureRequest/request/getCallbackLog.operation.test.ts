import { signers, VERSIONS } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

/** A request whose signing has called back to an address that no one answers. */
const calledBack = async (service: Service, version = 'v2') => {
	const url = `${service.sandbox.address}/unused?event=success&request=SERVICE_SIGNATURE_REQUEST_ID&nonce=n1&proof=topsecret`;
	const added = await service.addRequest(version, {
		...signers('ann@example.com'),
		callback_success_url: url,
	});
	if (version === 'v3') {
		await service.call(`/v3/signature-requests/${added.id}/initiate`, { method: 'POST' });
	}
	await service.sandbox.people.sign(added.id);
	await service.sandbox.settled();
	return added;
};

describe('Get Callback Log', () => {
	it.each(VERSIONS)('shows the callbacks without their secrets with %s', async (apiVersion) => {
		const service = await startService();
		const { id } = await calledBack(service, apiVersion);
		const { outputs } = await service.request('request', 'getCallbackLog', {
			apiVersion,
			requestId: byId(id),
		});
		expect(outputs[0]).toHaveLength(1);
		const { json } = outputs[0]![0]!;
		expect(json).toMatchObject({
			type: 'success',
			state: 'OPEN',
			attempts: 1,
			url: `${service.sandbox.address}/unused?event=success&request=${id}&nonce=hidden&proof=hidden`,
		});
		expect(JSON.stringify(outputs)).not.toContain('topsecret');
	});

	it('gives nothing when nothing was called', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		const { outputs, error } = await service.request('request', 'getCallbackLog', {
			requestId: byId(id),
		});
		expect(error).toBeUndefined();
		expect(outputs.flat()).toEqual([]);
	});
});
