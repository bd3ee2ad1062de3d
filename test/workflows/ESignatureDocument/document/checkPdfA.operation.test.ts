import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { newDocx } from '../../../sandbox/docx';
import { smallPdf } from '../../../support/files/pdf';
import { startService, type Service } from '../../../support/service/service';

const CHECK = { method: 'POST', path: '/tooling/process/{id}/check' };

const itemOf = (bytes: Buffer, fileName = 'Contract.pdf') => ({
	files: { data: { bytes, fileName } },
});

async function prepared({ document, engine }: Service, form: object): Promise<Buffer> {
	const items = [itemOf(newDocx('Dear Ann', 'Yours, Bo'), 'Letter.docx')];
	const { outputs, error } = await document('prepare', { ...form }, { items });
	expect(error).toBeUndefined();
	return await engine.readBinary(outputs[0]![0]!);
}

async function checked({ document }: Service, bytes: Buffer, form: object = {}) {
	const { outputs, error } = await document('checkPdfA', { ...form }, { items: [itemOf(bytes)] });
	expect(error).toBeUndefined();
	return outputs[0]![0]!.json;
}

describe('Check PDF/A', () => {
	it.each([
		['pdfa-1b', 'claimed'],
		['pdfa-2u', 'pdfa-2b'],
	])('confirms the %s that Prepare has made, checked for %s', async (made, level) => {
		const service = await startService({ dialect: 'public' });
		const pdf = await prepared(service, { makePdfA: true, pdfALevel: made });
		expect(await checked(service, pdf, { pdfALevel: level })).toEqual({
			...{ conforms: true, conformance: made, claimedConformance: made },
			...{ recommendedConformance: 'pdfa-2u', details: [], pages: 1, warnings: [] },
		});
	});

	// What the sandbox never answers: a file may be more or less than it claims, and words may be new.
	it.each([
		['success', true],
		['failed', false],
	])('the status %s with another level than the claimed one: %s', async (status, conforms) => {
		const service = await startService({ dialect: 'public' });
		const levels = { conformance: 'pdfa-1b', claimedConformance: 'pdfa-3a' };
		service.sandbox.faults.add({
			...{ ...CHECK, status: 200, times: 1 },
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ status, ...levels, recommendedConformance: 'pdfa-2b' }),
		});
		expect(await checked(service, smallPdf, { pdfALevel: 'pdfa-1b' })).toEqual({
			...{ conforms, ...levels, recommendedConformance: 'pdfa-2b' },
			...{ details: [], pages: 1, warnings: [] },
		});
	});

	it.each([
		['partly', [], `Skribble's status is "partly".`],
		['', [], `Skribble's status is "".`],
		['error', ['Busy.'], /"error"\. Skribble says: Busy\.$/],
	])('has no verdict for the status "%s", and a reason', async (status, details, reason) => {
		const service = await startService({ dialect: 'public' });
		service.sandbox.faults.add({
			...{ ...CHECK, status: 200, times: 1 },
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ status, details }),
		});
		const json = await checked(service, smallPdf);
		expect(json).toEqual({
			...{ reason: expect.stringMatching(reason) as string, details, pages: 1, warnings: [] },
		});
	});

	it('has no verdict about a file that the service does not judge, and its reason', async () => {
		const service = await startService({ dialect: 'public' });
		const pdf = await PDFDocument.load(await prepared(service, { makePdfA: true }));
		pdf.catalog.set(PDFName.of('PageLabels'), pdf.context.obj({ Nums: [] }));
		const json = await checked(service, Buffer.from(await pdf.save()));
		expect(json).not.toHaveProperty('conforms');
		expect(json.reason).toMatch(/^Skribble says: The sandbox cannot judge .*PageLabels/);
	});

	it.each([403, 404, 500])('fails for status %i, which is not about the file', async (status) => {
		const { document, sandbox } = await startService({ dialect: 'public' });
		sandbox.faults.add({ ...CHECK, status });
		const { error } = await document('checkPdfA', {}, { items: [itemOf(smallPdf)] });
		expect(error?.message).toMatch(/^Check PDF\/A: /);
	});
});
