import { smallPdf } from '../../../support/files/pdf';
import { startService } from '../../../support/service/service';

const fromBinary = { source: 'binary', title: '' };
const itemOf = (bytes: Buffer, fileName: string) => ({ files: { data: { bytes, fileName } } });
const pdfItem = (fileName = 'Contract.pdf') => itemOf(smallPdf, fileName);
const noPdf = itemOf(Buffer.from('no'), 'x.txt');

const encoded = smallPdf.toString('base64');
it.each([
	['plain Base64', encoded],
	['Base64 in lines', encoded.replace(/(.{76})/g, '$1\r\n')],
	['a data: address', `data:application/pdf;base64,${encoded}`],
	['the alphabet of URLs, unpadded', smallPdf.toString('base64url')],
])('Upload takes %s', async (_title, content) => {
	const service = await startService();
	const { outputs } = await service.document('upload', {
		source: 'base64',
		content,
		title: 'From text',
	});
	expect(outputs[0]![0]!.json).toMatchObject({ title: 'From text', size: smallPdf.length });
});

it.each([
	[
		'the files that the item has',
		{ Photo: { bytes: smallPdf, fileName: 'a.png' }, Logo: { bytes: smallPdf, fileName: 'b.png' } },
		'Input Binary Field: this item has no binary field "data". It has: Photo, Logo.',
	],
	[
		'that it has none',
		{},
		'Input Binary Field: this item has no binary field "data", and no other',
	],
])('Upload names %s where the one in its field is missing', async (_title, files, expected) => {
	const service = await startService();
	const { error } = await service.document('upload', fromBinary, { items: [{ files }] });
	expect(error?.message).toBe(expected);
	expect(error?.description).toMatch(/Nothing was sent/);
	expect(service.sandbox.calls.count()).toBe(0);
});

describe('Upload is never made twice', () => {
	const uploads = { method: 'POST', path: '/documents' };

	it('after the time limit', async () => {
		const service = await startService();
		service.sandbox.faults.add({ ...uploads, hang: true });
		const form = { ...fromBinary, options: { timeoutSeconds: 1 } };
		const { error } = await service.document('upload', form, { items: [pdfItem()] });
		expect(error?.message).toMatch(/no answer in time/);
		expect(service.sandbox.calls.count(uploads)).toBe(1);
	});
});

it('Upload sends failed items to the error output, with what to do', async () => {
	const service = await startService();
	const { outputs } = await service.document('upload', fromBinary, {
		items: [noPdf, pdfItem()],
		settings: { onError: 'continueErrorOutput' },
	});
	expect(outputs[0]!.map(({ json }) => json.title)).toEqual(['Contract']);
	expect(outputs[1]!.map(({ json }) => json)).toMatchObject([
		{
			error: expect.stringMatching(/isn't a PDF/) as string,
			details: { description: expect.stringMatching(/Convert/) as string },
		},
	]);
});
