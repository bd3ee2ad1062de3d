import { startService, type Service } from '../../../support/service/service';

const lists = { method: 'GET', path: '/v2/documents' };

it('a rate limit is left at once when the user stops the execution', async () => {
	const service = await startService();
	service.sandbox.faults.add({ ...lists, status: 429, headers: { 'retry-after': '50' } });
	const { finished, cancel } = service.engine.start({
		type: 'eSignatureDocument',
		parameters: { resource: 'document', operation: 'getMany' },
	});
	await waitForCall(service);
	cancel();
	const { run } = await finished;
	expect(run.status).toBe('canceled');
	expect(service.sandbox.calls.count(lists)).toBe(1);
});

it('an error of the service names the call to report, and what the service says', async () => {
	const service = await startService();
	service.sandbox.faults.add({ ...lists, status: 500, body: 'Oops' });
	const { error } = await service.document('getMany');
	expect(error?.description).toMatch(
		/Skribble says: Oops[^]*report the time and the call .* The call was GET \/v2\/documents\.$/,
	);
	expect(service.sandbox.calls.count(lists)).toBe(1);
});

async function waitForCall({ sandbox }: Service): Promise<void> {
	while (sandbox.calls.matching(lists).every(({ ended }) => ended === undefined)) {
		await new Promise((done) => setImmediate(done));
	}
}
