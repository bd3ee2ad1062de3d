import { signers, VERSIONS } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const deletes = { method: 'DELETE', path: /\/signature-requests\// };

describe('Delete', () => {
	it.each(
		VERSIONS.flatMap((version) => [
			[version, 'at once', { deleteWithdrawsFirst: false }, 1],
			[version, 'by a second call', { deleteWithdrawsFirst: true }, version === 'v3' ? 1 : 2],
		]) as Array<[string, string, object, number]>,
	)('with %s removes a request %s', async (apiVersion, _title, settings, expected) => {
		const service = await startService(settings);
		const { id } = await service.addRequest(apiVersion);
		const { outputs } = await service.request('request', 'delete', {
			apiVersion,
			requestId: byId(id),
		});
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		expect(service.sandbox.store.request(id)).toBeUndefined();
		expect(service.sandbox.calls.count(deletes)).toBe(expected);
	});

	it('repeats after a cut connection, and takes the 404 then as done', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		service.sandbox.faults.add({ ...deletes, reset: 'after', times: 1 });
		const { outputs } = await service.request('request', 'delete', { requestId: byId(id) });
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
	});

	it('says that the request is withdrawn when only the second call is refused', async () => {
		const service = await startService({ deleteWithdrawsFirst: true });
		const { id } = await service.addRequest('v2', signers('ann@example.com'));
		service.sandbox.faults.add({ ...deletes, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...deletes, status: 403 });
		const { error } = await service.request('request', 'delete', { requestId: byId(id) });
		expect(service.sandbox.store.request(id)).toMatchObject({ status: 'WITHDRAWN' });
		expect(error?.message).toMatch(/^The request is withdrawn now, but deleting it failed: .*403/);
		expect(error?.description).toMatch(/It can no longer be signed. To remove it, run Delete/);
		expect(error?.httpCode).toBe('403');
	});
});
