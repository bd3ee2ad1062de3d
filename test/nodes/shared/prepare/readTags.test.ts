import { degrees, PDFDocument, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';

import { coveredText } from '../../../../nodes/shared/prepare/tags';
import { pagesOf } from '../../../../nodes/shared/prepare/pdf/pages';
import { PdfWriter } from '../../../support/files/pdfWriter.ts';

const BOX = { signer: 'Ann', page: 0, x: 100, y: 300, width: 160, height: 45 };
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const TREE = '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>';

/** Of a page with these operators. */
async function warningsFor(content: string, { boxes = [BOX], contents = '4 0 R' } = {}) {
	const pdf = new PdfWriter()
		.object(1, CATALOG)
		.object(2, TREE)
		.object(3, `<</Type/Page/Parent 2 0 R/Contents ${contents}>>`)
		.flate(4, '', content)
		.stream(5, '', 'BT /F 10 Tf 120 310 Td (of a second part) Tj ET')
		.stream(6, '/Filter/LZWDecode', 'BT /F 10 Tf 120 310 Td (packed otherwise) Tj ET')
		.table();
	return await coveredText(boxes, await pagesOf(pdf));
}

const at = (x: number, y: number, shown: string) => `BT /F 10 Tf ${x} ${y} Td ${shown} ET`;
const WARNING =
	'Find Signers by Tags: these signatures cover text of the document: "Ann" on page 1. Leave room above each tag and to the right of it, as large as the signature.';

it.each([
	['behind the tag, in its line', at(150, 302, '(and so on) Tj')],
	['in the line above the tag', at(100, 315, '(The parties) Tj')],
	['that begins left of the signature and reaches into it', at(40, 320, `(${'m'.repeat(60)}) Tj`)],
	['behind the gap that a tag leaves', at(60, 302, '[(Tenant: ) -9000 (Landlord: )] TJ')],
	['in characters of two bytes', at(120, 302, '<0024004500460057> Tj')],
	['in characters of a small font', at(120, 302, '[<01>-2<02>-2<03>] TJ')],
	[
		'in a line that begins under another one',
		`${at(120, 402, '')} BT /F 9 Tf 14 TL 120 330 Td T* (x y) Tj ET`,
	],
	['of the operator for the next line', "BT /F 9 Tf 14 TL 120 330 Td (a) Tj (below)' ET"],
	['that is moved by the page', `q 1 0 0 1 100 300 cm ${at(20, 10, '(moved) Tj')} Q`],
	['that is turned', 'BT /F 9 Tf 0 1 -1 0 130 200 Tm (turned, from below the signature on) Tj ET'],
	['behind an image in the page', `BI /W 1 ID ((\\<< EI ${at(120, 310, '(behind) Tj')}`],
	['with brackets and escapes', at(120, 310, '(a \\) \\( (b) \\050) Tj')],
])('warns of text %s', async (_what, content) => {
	expect(await warningsFor(content)).toEqual([WARNING]);
});

it.each([
	['before the tag, in its line', at(40, 302, '(Signature:) Tj')],
	['in the line below', at(100, 290, '(Date, place) Tj')],
	['above the signature', at(100, 346, '(The parties) Tj')],
	['right of the signature', at(262, 310, '(and so on) Tj')],
	['that is only spaces', at(120, 302, '( ) Tj <0003> Tj')],
	['that was taken out', at(100, 302, '[-9000] TJ')],
	[
		'of a page that is moved away',
		`q 1 0 0 1 100 300 cm Q 1 0 0 1 0 500 cm ${at(120, 10, '(x y) Tj')}`,
	],
	['that is a comment', `% ${at(120, 310, '(no text) Tj')}`],
	['that has no end', `${at(120, 310, '(no end')}`],
])('does not warn of text %s', async (_what, content) => {
	expect(await warningsFor(content)).toEqual([]);
});

it('reads all parts of a page, unless it cannot read one', async () => {
	expect(await warningsFor('q', { contents: '[4 0 R 5 0 R]' })).toEqual([WARNING]);
	expect(await warningsFor('q', { contents: '[5 0 R 6 0 R]' })).toEqual([]);
	expect(await warningsFor('q', { contents: '99 0 R' })).toEqual([]);
	expect(await warningsFor('q', { contents: 'null' })).toEqual([]);
});

it('names each signature once, and each page', async () => {
	const document = await PDFDocument.create();
	const font = await document.embedFont(StandardFonts.Helvetica);
	const write = (page: PDFPage, text: string, y: number) => page.drawText(text, { x: 50, y, font });
	const [first, second] = [document.addPage(), document.addPage()];
	write(first, 'Lease', 320);
	second.setRotation(degrees(90));
	write(second, 'Between Ann and Bob', 320);
	const pages = await pagesOf(Buffer.from(await document.save()));
	const boxes = [
		{ ...BOX, x: 50 },
		{ ...BOX, x: 50, y: 600 },
		{ ...BOX, x: 50, page: 1 },
		{ ...BOX, x: 60, page: 1, signer: 'Bob' },
	];
	expect(await coveredText(boxes, pages)).toEqual([
		expect.stringContaining(': "Ann" on page 1, "Ann" on page 2, "Bob" on page 2. Leave'),
	]);
});
