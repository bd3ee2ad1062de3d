import { retrying, signers } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const initiations = { method: 'POST', path: /\/initiate$/ };

describe('Initiate', () => {
	it('opens a draft and invites all signers at once, whatever version the node is set to', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3', signers('ann@example.com', 'bob@example.com'));
		const { outputs } = await service.request('request', 'initiate', {
			apiVersion: 'v2',
			requestId: byId(id),
		});
		expect(outputs[0]![0]!.json).toMatchObject({ id, status: 'OPEN' });
		expect(service.sandbox.store.mails.map(({ kind }) => kind)).toEqual([
			'invitation',
			'invitation',
		]);
	});

	it('reads the request when the answer is empty', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		service.sandbox.faults.add({ ...initiations, status: 204 });
		const { outputs } = await service.request('request', 'initiate', { requestId: byId(id) });
		expect(outputs[0]![0]!.json).toMatchObject({ id, status: 'DRAFT' });
	});

	it('says that it was done when only reading afterwards failed, and is not sent again', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		service.sandbox.faults.add({ ...initiations, status: 204 });
		service.sandbox.faults.add({ method: 'GET', path: /\/signature-requests\//, status: 500 });
		const { error } = await service.request(
			'request',
			'initiate',
			{ requestId: byId(id) },
			{ settings: retrying },
		);
		expect(error?.message).toMatch(
			/was initiated .*, but the request could not be read afterwards/,
		);
		expect(service.sandbox.calls.count(initiations)).toBe(1);
	});
});
