import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { smallPdf } from '../../../support/files/pdf';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const lists = { method: 'GET', path: '/v2/documents' };
const uploads = { method: 'POST', path: '/v2/documents' };
const pdfItem = { files: { data: { bytes: smallPdf, fileName: 'a.pdf' } } };
const fromBinary = { source: 'binary' };
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

describe('a rate limit', () => {
	it.each<[string, () => Record<string, string>]>([
		['with Retry-After in seconds', () => ({ 'retry-after': '1' })],
		['with Retry-After as a date', () => ({ 'retry-after': inSeconds(1) })],
		['without Retry-After', () => ({})],
	])('%s is waited out, also by an upload', async (_title, headers) => {
		const service = await startService();
		service.sandbox.faults.add({ ...uploads, status: 429, headers: headers(), times: 1 });
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

	it('pauses all items of the run, not only the one refused', async () => {
		const service = await startService();
		// The limit is on the endpoint, so it does not matter that each item reads another document.
		const ids = await Promise.all(
			Array.from({ length: 15 }, async (_, index) => await service.addDocument(`D${index}`)),
		);
		const gets = { method: 'GET', path: /\/documents\// };
		service.sandbox.faults.add({ ...gets, status: 429, headers: { 'retry-after': '1' }, times: 1 });
		service.sandbox.calls.clear();
		await service.document(
			'get',
			{ documentId: byId('={{ $json.id }}'), options: { itemsAtOnce: 5 } },
			{ items: ids.map((id) => ({ json: { id } })) },
		);
		// The refused call, the four under way beside it at most, and then nothing until the pause is over.
		const times = service.sandbox.calls.matching(gets).map(({ at }) => at);
		const early = times.filter((at) => at < times[0]! + 900);
		expect(times).toHaveLength(16);
		expect(early.length).toBeLessThanOrEqual(9);
	});

	it('that lasts is given up with a clear sentence', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...lists, status: 429, headers: { 'retry-after': '0' } });
		const { error } = await service.document('getMany');
		expect(error?.message).toMatch(/too many calls \(status 429/);
		expect(service.sandbox.calls.count(lists)).toBe(5);
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

describe('a read', () => {
	it.each([502, 503, 504])('survives status %s', async (status) => {
		const service = await startService();
		service.sandbox.faults.add({
			...lists,
			status,
			body: '<html><title>x</title></html>',
			times: 1,
		});
		const { error } = await service.document('getMany');
		expect(error).toBeUndefined();
		expect(service.sandbox.calls.count(lists)).toBe(2);
	});

	it('survives a cut connection', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...lists, reset: 'before', times: 1 });
		const { error } = await service.document('getMany');
		expect(error).toBeUndefined();
	});

	it('does not survive an error of the service itself', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...lists, status: 500, body: 'Oops' });
		const { error } = await service.document('getMany');
		expect(error?.message).toMatch(/service itself failed/);
		expect(error?.description).toMatch(/The service says: Oops/);
		expect(error?.description).toMatch(
			/report the time and the call .* The call was GET \/v2\/documents\.$/,
		);
		expect(service.sandbox.calls.count(lists)).toBe(1);
	});
});

it('a redirect is not followed, and the token reaches no one else', async () => {
	const received: string[] = [];
	const thief = createServer((request, response) => {
		received.push(JSON.stringify(request.headers));
		response.end('[]');
	});
	await new Promise<void>((done) => thief.listen(0, '127.0.0.1', done));
	const { port } = thief.address() as AddressInfo;
	const service = await startService();
	service.sandbox.faults.add({ ...lists, redirectTo: `http://127.0.0.1:${port}/v2/documents` });
	const { error } = await service.document('getMany');
	thief.close();
	expect(error?.message).toMatch(/redirect \(status 307\), which is not followed/);
	expect(received).toEqual([]);
});

it.each([
	['Problem+JSON', { status: 400, message: 'Title too long', key: 'error.x' }, /Title too long/],
	['plain text', 'Title too long', /Title too long/],
	['HTML', '<html><head><title>Blocked by firewall</title></head></html>', /Blocked by firewall/],
])('a refusal in %s becomes a sentence with a remedy', async (_form, body, says) => {
	const service = await startService();
	service.sandbox.faults.add({ ...lists, status: 400, body });
	const { error } = await service.document('getMany');
	expect(error?.message).toMatch(/could not accept the request/);
	expect(error?.description).toMatch(says);
	expect(error?.description).toMatch(/run again/);
});

async function waitForCall({ sandbox }: Service): Promise<void> {
	while (sandbox.calls.matching(lists).every(({ ended }) => ended === undefined)) {
		await new Promise((done) => setImmediate(done));
	}
}
