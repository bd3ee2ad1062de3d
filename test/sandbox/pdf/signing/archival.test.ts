import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { encodePng } from '../../../../sandbox/pdf/image/png.ts';
import { archivalFaults, archivalFile } from '../archivalFile.ts';
import { onePage, writeByHand } from '../byHand.ts';
import { sign } from '../samples.ts';

const PLACE = { page: 0, x: 20, y: 30, width: 150, height: 50 };
/** Half of it transparent. */
const SEE_THROUGH = encodePng(Uint8Array.from([0, 0, 90, 255, 0, 0, 0, 0]), 2, 1);

describe.each([1, 2, 3])('a document that says it is PDF/A-%db', (part) => {
	test.each([
		['typed', { visual: PLACE }],
		['drawn', { visual: PLACE, imagePng: SEE_THROUGH }],
		['unseen', {}],
	])('keeps to it when its signature is %s', async (_how, options) => {
		const signed = await sign(archivalFile(part), 'Zoë', options);
		expect(await archivalFaults(signed, part)).toEqual([]);
	});

	test('keeps what it says about itself', async () => {
		const signed = await PDFDocument.load(await sign(archivalFile(part), 'Zoë', { visual: PLACE }));
		const text = Buffer.from(await sign(archivalFile(part))).toString('latin1');
		expect(String(signed.catalog.get(PDFName.of('Metadata')))).toBe('4 0 R');
		expect(String(signed.catalog.get(PDFName.of('OutputIntents')))).toBe('[ 5 0 R ]');
		expect(text.slice(text.lastIndexOf('trailer'))).toContain('00112233445566778899aabbccddeeff');
	});
});

test('the fonts of a signature stand in any document, once for all of its signatures', async () => {
	const once = await sign(writeByHand(onePage('Hello')), 'Anna', { visual: PLACE });
	const twice = await sign(once, 'Ben', { visual: { ...PLACE, y: 100 } });
	const fonts = (pdf: Uint8Array) =>
		Buffer.from(pdf).toString('latin1').split('/Type1C').length - 1;
	expect([fonts(once), fonts(twice)]).toEqual([2, 2]);
});
