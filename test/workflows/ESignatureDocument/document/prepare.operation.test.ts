import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limitOf } from '../../../../nodes/shared/validation/multipart';
import { smallPdf } from '../../../support/pdf';
import { startService } from '../../../support/service';
import type { Service } from '../../../support/service';

const TOOLING = /\/tooling\//;
const UPLOAD = { method: 'POST', path: '/tooling/upload' };
const CONFORM = { method: 'POST', path: '/tooling/process/{id}/conform' };
const COMPRESS = { method: 'POST', path: '/tooling/process/{id}/compress' };
const SPOT = { method: 'POST', path: '/tooling/process/{id}/spotsigners' };
const DOWNLOAD = { method: 'GET', path: '/tooling/{id}' };
const DELETE = { method: 'DELETE', path: '/tooling/{id}' };

const note = (text = 'Dear Ann', fileName = 'Note.txt') => ({
	files: { data: { bytes: Buffer.from(text), fileName } },
});
const words = ({ error }: Awaited<ReturnType<Service['document']>>) =>
	`${error?.message}\n${error?.description}`;
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const startPublic = async () => await startService({ dialect: 'public' });

async function leftover({ sandbox }: Service): Promise<unknown[]> {
	const response = await fetch(`${sandbox.address}/sandbox/tooling`);
	return (await response.json()) as unknown[];
}

/** The answer of a step, where it does not matter what the sandbox can do. */
const answered = (step: object, body: object) => ({
	...step,
	status: 200,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
	times: 1,
});

describe('Prepare', () => {
	it('sends nothing to an address that has no such calls', async () => {
		const service = await startService();
		const result = await service.document('prepare', {}, { items: [note()] });
		expect(words(result)).toMatch(
			/^Prepare is not available at the address in this credential[^]*Nothing was sent/,
		);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it.each([
		['Größe "A".txt', 'Größe _A_.pdf'],
		['contract.final.txt', 'contract.final.pdf'],
		['Contract.PDF', 'Contract.pdf'],
	])('names the PDF of %s like the file', async (fileName, pdfName) => {
		const service = await startPublic();
		const bytes = /pdf$/i.test(fileName) ? smallPdf : Buffer.from('Dear Ann');
		const item = { files: { data: { bytes, fileName } } };
		const { outputs } = await service.document('prepare', {}, { items: [item] });
		const [prepared] = outputs[0]!;
		expect(prepared!.binary!.data!.fileName).toBe(pdfName);
		expect((await service.engine.readBinary(prepared!)).toString('latin1', 0, 5)).toBe('%PDF-');
		const [{ body = '' } = {}] = service.sandbox.calls.matching(UPLOAD);
		expect(body).toContain(`filename="${fileName.replaceAll('"', '%22')}"`);
	});

	it('downloads a URL itself, without any login', async () => {
		const seen: object[] = [];
		const host = createServer((request, response) => {
			seen.push(request.headers);
			response.writeHead(200, { 'content-type': 'text/plain' }).end('Dear Ann');
		});
		await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
		const { port } = host.address() as AddressInfo;
		const service = await startPublic();
		const fileUrl = `http://127.0.0.1:${port}/Offer%20A.txt`;
		const { outputs } = await service.document('prepare', { source: 'url', fileUrl });
		host.close();
		expect(outputs[0]![0]!.binary!.data!.fileName).toBe('Offer A.pdf');
		expect(seen).toHaveLength(1);
		expect(seen[0]).not.toHaveProperty('authorization');
	});

	it('runs the steps in their order: tags, compress, PDF/A', async () => {
		const service = await startPublic();
		service.sandbox.faults.add(
			answered(CONFORM, {
				...{ status: 'success', conformance: 'pdfa-2b', downgraded: true },
				...{ claimedConformance: 'pdfa-2b', details: [] },
			}),
		);
		const form = { findSigners: true, compress: true, makePdfA: true, pdfALevel: 'pdfa-2a' };
		const { outputs } = await service.document('prepare', form, { items: [note()] });
		expect(outputs[0]![0]!.json).toMatchObject({
			...{ conformance: 'pdfa-2b', claimedConformance: 'pdfa-2b' },
			...{ signers: [], unmatched: [], observers: [] },
			warnings: [matching(/^Make PDF\/A: pdfa-2a was not possible/), matching(/has no tags/)],
		});
		const steps = service.sandbox.calls.matching({ path: TOOLING });
		expect(
			steps.map(({ method, path }) => `${method} ${path.split('/').at(-1)!.slice(0, 11)}`),
		).toEqual([
			'POST upload',
			'POST spotsigners',
			'POST compress',
			'POST conform',
			matching(/^GET /),
			matching(/^DELETE /),
		]);
	});

	it('waits while the service is busy or the tags are pending', async () => {
		const service = await startPublic();
		service.sandbox.settings.toolingBusyMs = 300;
		service.sandbox.settings.toolingPendingMs = 600;
		const form = { findSigners: true, compress: true };
		const { outputs } = await service.document('prepare', form, { items: [note()] });
		expect(outputs[0]![0]!.json).toMatchObject({ pages: 1 });
		expect(service.sandbox.calls.count(SPOT)).toBeGreaterThan(1);
		expect(
			service.sandbox.calls.matching({ path: TOOLING }).some(({ status }) => status === 423),
		).toBe(true);
		expect(await leftover(service)).toEqual([]);
	});

	it.each([
		['Make PDF/A', { makePdfA: true }, CONFORM],
		['Find Signers by Tags', { findSigners: true }, SPOT],
	])('fails when %s fails, says why, and deletes the upload', async (step, form, call) => {
		const service = await startPublic();
		service.sandbox.faults.add(
			answered(call, { status: 'failed', details: ['Fonts are missing.'] }),
		);
		const result = await service.document('prepare', form, { items: [note()] });
		expect(words(result)).toMatch(
			RegExp(`^${step}: The service could not do this with the file\nThe service says: Fonts are`),
		);
		expect(await leftover(service)).toEqual([]);
	});

	it('goes on with a file that could not be compressed, and says so', async () => {
		const service = await startPublic();
		service.sandbox.faults.add(
			answered(COMPRESS, { status: 'failed', details: ['It is signed.'] }),
		);
		const { outputs } = await service.document('prepare', { compress: true }, { items: [note()] });
		expect(outputs[0]![0]!.json.warnings).toEqual([
			'Compress: it stayed as it was. The service says: It is signed.',
		]);
	});

	it.each([
		['without a fault', [], 'ends'],
		['after a failed step', [{ ...COMPRESS, status: 400 }], 'fails'],
	])('only warns of an upload that could not be deleted, %s', async (_title, faults, ends) => {
		const service = await startPublic();
		service.sandbox.faults.add({ ...DELETE, status: 500 });
		for (const fault of faults) service.sandbox.faults.add(fault);
		const result = await service.document('prepare', { compress: true }, { items: [note()] });
		const warning = /uploaded file could not be deleted[^]*by itself after ten minutes/;
		if (ends === 'fails') expect(words(result)).toMatch(warning);
		else expect(result.outputs[0]![0]!.json.warnings).toEqual([matching(warning)]);
	});

	it('says that the file lives for ten minutes when it is gone', async () => {
		const service = await startPublic();
		service.sandbox.faults.add({ ...DOWNLOAD, status: 404 });
		const result = await service.document('prepare', {}, { items: [note()] });
		expect(words(result)).toMatch(
			/^Download: The service does not have the uploaded file any more[^]*after ten minutes/,
		);
	});

	it('refuses more than 50 MB before anything is sent', async () => {
		const service = await startPublic();
		const part = { fileName: 'Large.txt', mediaType: 'text/plain' };
		const bytes = Buffer.alloc(limitOf(part).bytes + 1, 'a');
		const item = { files: { data: { bytes, fileName: 'Large.txt', mimeType: 'text/plain' } } };
		const result = await service.document('prepare', {}, { items: [item] });
		expect(words(result)).toMatch(/"Large.txt" is too large[^]*50 MB[^]*Nothing was sent/);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});
