import { smallPdf } from '../../../support/files/pdf';
import { startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const lists = { method: 'GET', path: '/v2/documents' };
const uploads = { method: 'POST', path: '/v2/documents' };
const pdfItem = { files: { data: { bytes: smallPdf, fileName: 'a.pdf' } } };
const fromBinary = { source: 'binary' };

describe('a rate limit', () => {
	it('is waited out, also by an upload', async () => {
		const service = await startService();
		const headers = { 'retry-after': '1' };
		service.sandbox.faults.add({ ...uploads, status: 429, headers, times: 1 });
		const { outputs } = await service.document('upload', fromBinary, { items: [pdfItem] });
		expect(outputs[0]![0]!.json.title).toBe('a.pdf');
		expect(service.sandbox.calls.count(uploads)).toBe(2);
	});

	it('of more than a minute fails at once and names the time', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...lists, status: 429, headers: { 'retry-after': '90' } });
		const { error } = await service.document('getMany');
		expect(error?.description).toMatch(/asks to wait 90 seconds/);
		expect(error).toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: 90_000 },
		});
		expect(service.sandbox.calls.count(lists)).toBe(1);
	});

	it('is left at once when the user stops the execution', async () => {
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
});

it('an error of the service names the call to report, and what the service says', async () => {
	const service = await startService();
	service.sandbox.faults.add({ ...lists, status: 500, body: 'Oops' });
	const { error } = await service.document('getMany');
	expect(error?.description).toMatch(
		/The service says: Oops[^]*report the time and the call .* The call was GET \/v2\/documents\.$/,
	);
	expect(service.sandbox.calls.count(lists)).toBe(1);
});

it('a redirect is not followed, and the token reaches no one else', async () => {
	const service = await startService();
	const elsewhere = await startService();
	service.sandbox.faults.add({ ...lists, redirectTo: `${elsewhere.sandbox.address}/v2/documents` });
	const { error } = await service.document('getMany');
	expect(error?.message).toMatch(/redirect \(status 307\), which is not followed/);
	expect(elsewhere.sandbox.calls.count()).toBe(0);
});

async function waitForCall({ sandbox }: Service): Promise<void> {
	while (sandbox.calls.matching(lists).every(({ ended }) => ended === undefined)) {
		await new Promise((done) => setImmediate(done));
	}
}
