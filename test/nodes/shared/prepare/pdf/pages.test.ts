import { degrees, PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { pagesOf } from '../../../../../nodes/shared/prepare/pdf/pages';
import { readPdf } from '../../../../../sandbox/pdf/file/read.ts';
import { samples } from '../../../../sandbox/pdf/samples.ts';
import { writeFiles } from '../../../../sandbox/validationFiles.ts';
import { fc, tries } from '../../../../support/jest/property.ts';

const pageBoxesOf = async (pdf: Buffer) => (await pagesOf(pdf)).map(({ box }) => box);

interface Page {
	size: [number, number];
	crop?: [number, number, number, number];
	turned?: number;
}

async function pdfWith(pages: Page[], useObjectStreams = false): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	for (const { size, crop, turned } of pages) {
		const page = pdf.addPage(size);
		if (crop) page.setCropBox(...crop);
		if (turned !== undefined) page.setRotation(degrees(turned));
	}
	return Buffer.from(await pdf.save({ useObjectStreams }));
}

const A4: [number, number] = [595.28, 841.89];
const whole = { x: 0, y: 0, width: 595.28, height: 841.89 };
const CROP: [number, number, number, number] = [20, 30, 400, 500];
const cropped = { x: 20, y: 30, width: 400, height: 500 };

describe.each([
	['in plain objects', false],
	['in compressed streams of objects', true],
])('%s', (_title, useObjectStreams) => {
	it.each<[string, Page, object]>([
		['a whole sheet', { size: A4 }, whole],
		['a turned page, as it is stored', { size: A4, turned: 90 }, whole],
		['a page turned backwards, as it is stored', { size: A4, turned: -90 }, whole],
		['what a crop box leaves', { size: A4, crop: CROP }, cropped],
		['a cropped page that is turned by 90', { size: A4, crop: CROP, turned: 90 }, cropped],
		['a cropped page that is turned by 180', { size: A4, crop: CROP, turned: 180 }, cropped],
		['a cropped page that is turned by 270', { size: A4, crop: CROP, turned: 270 }, cropped],
		[
			'no more than the sheet',
			{ size: [200, 300], crop: [-50, 100, 500, 500] },
			{ x: 0, y: 100, width: 200, height: 200 },
		],
		[
			'the sheet where the crop box lies beside it',
			{ size: [200, 300], crop: [900, 900, 10, 10] },
			{ x: 0, y: 0, width: 200, height: 300 },
		],
	])('measures %s', async (_what, page, box) => {
		const pdf = await pdfWith([{ size: [100, 100] }, page], useObjectStreams);
		expect((await pageBoxesOf(pdf))[1]).toEqual(box);
	});

	it('takes over what the nodes above a page say', async () => {
		const pdf = await PDFDocument.create();
		const leaf = ({ node }: PDFPage) => {
			for (const name of ['MediaBox', 'CropBox', 'Rotate']) node.delete(PDFName.of(name));
		};
		leaf(pdf.addPage());
		const root = pdf.catalog.Pages();
		root.set(PDFName.of('MediaBox'), pdf.context.obj([10, 10, 310, 410]));
		root.set(PDFName.of('Rotate'), pdf.context.obj(90));
		const bytes = Buffer.from(await pdf.save({ useObjectStreams }));
		expect(await pageBoxesOf(bytes)).toEqual([{ x: 10, y: 10, width: 300, height: 400 }]);
	});
});

it('sees the pages of files with several revisions as the service does', async () => {
	const { signed, signedTwice, changedLater } = await writeFiles();
	const names = ['a cross-reference table', 'object streams', 'a form', 'a few handwritten lines'];
	const others = await Promise.all(names.map(async (name) => await samples[name]!()));
	for (const file of [
		signed!,
		signedTwice!,
		changedLater!,
		...others.map((one) => Buffer.from(one)),
	]) {
		const { pages } = await readPdf(file);
		expect(await pageBoxesOf(file)).toEqual(
			pages.map(({ x, y, width, height }) => ({ x, y, width, height })),
		);
	}
});

it('sees many pages in order', async () => {
	const pages = Array.from({ length: 500 }, (_, at): Page => ({ size: [100 + at, 200] }));
	const boxes = await pageBoxesOf(await pdfWith(pages, true));
	expect(boxes.map(({ width }) => width)).toEqual(pages.map(({ size: [width] }) => width));
});

it('refuses a damaged file, and always comes to an end', async () => {
	const pdf = await pdfWith([{ size: A4 }], true);
	await fc.assert(
		fc.asyncProperty(fc.nat(pdf.length - 1), fc.nat(255), async (at, byte) => {
			const damaged = Buffer.from(pdf);
			damaged[at] = byte;
			await pagesOf(damaged).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
		}),
		tries(200),
	);
	await expect(pagesOf(Buffer.from('%PDF-1.7\nnothing else'))).rejects.toThrow();
});
