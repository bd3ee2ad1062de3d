import { UNKNOWN } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

describe('Observer: Get', () => {
	it.each([
		['5c31f2a0', '5c31f2a0'],
		['ob 7?ä', 'ob%207%3F%C3%A4'],
	])('takes the id %s as the service gave it', async (id, written) => {
		const service = await startService();
		const path = `/v3/signature-requests/${UNKNOWN}/observers/${written}`;
		service.sandbox.faults.add({ method: 'GET', path, status: 200, body: { id, type: 'USER' } });
		const { error, outputs } = await service.request('observer', 'get', {
			requestId: byId(UNKNOWN),
			observerId: byId(id),
		});
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toEqual({ id, type: 'USER' });
	});

	it.each(['..', '.', 'a/b', 'a\\b', '\ud800'])('sends nothing for the id %j', async (id) => {
		const service = await startService();
		const { error } = await service.request('observer', 'get', {
			requestId: byId(UNKNOWN),
			observerId: byId(id),
		});
		expect(error?.message).toBe('Observer is not an id of an observer; Get Many shows them');
		expect(service.sandbox.calls.count()).toBe(0);
	});
});
