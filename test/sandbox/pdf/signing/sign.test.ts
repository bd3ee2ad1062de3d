import {
	PDFArray,
	PDFDict,
	PDFDocument,
	PDFHexString,
	PDFName,
	PDFStream,
	degrees,
} from '@cantoo/pdf-lib';
import { trustedRoots } from '../../../../sandbox/pdf/cms/certificate.ts';
import { PdfSigningError } from '../../../../sandbox/pdf/file/pdfErrors.ts';
import { signatureFields } from '../../../../sandbox/pdf/file/signatureField.ts';
import { verifyPdf } from '../../../../sandbox/validation/signatures/verify.ts';
import { FIELD, handwritten, PNG, samples, sign, write, writeForm } from '../samples.ts';
import { onePage, writeByHand } from '../byHand.ts';

const POSITION = { page: 0, x: 20, y: 30, width: 150, height: 50 };

describe('signing a document', () => {
	test.each(Object.keys(samples))(
		'extends a file with %s and leaves its bytes as they are',
		async (name) => {
			const pdf = await samples[name]!();
			const once = await sign(pdf, 'First', { visual: POSITION });
			const twice = await sign(once, 'Second');

			expect(Buffer.from(once.subarray(0, pdf.length)).equals(pdf)).toBe(true);
			expect(Buffer.from(twice.subarray(0, once.length)).equals(once)).toBe(true);
			const { signatures } = await verifyPdf(twice, await trustedRoots());
			expect(signatures).toMatchObject([
				{ signer: 'First', integrity: 'intact', changesAfter: 'allowed' },
				{ signer: 'Second', integrity: 'intact', changesAfter: 'none', coversWholeDocument: true },
			]);
		},
	);

	test.each([
		['table', false, /\nxref\n[^]*\ntrailer\n/],
		['stream', true, /\/Type \/XRef/],
	])(
		'goes on with a cross-reference %s where the file has one',
		async (_form, useObjectStreams, form) => {
			const pdf = await write({ useObjectStreams });
			const signed = await sign(pdf);
			expect(Buffer.from(signed.subarray(pdf.length)).toString('latin1')).toMatch(form);
		},
	);

	test('states signer, reason and time in the signature', async () => {
		const signed = await sign(handwritten(), 'Łukasz Żółć', { reason: 'I agree' });
		const value = await signatureValue(signed, 'Signature1');
		expect(value.lookup(PDFName.of('Name'), PDFHexString).decodeText()).toBe('Łukasz Żółć');
		expect(value.lookup(PDFName.of('Reason'), PDFHexString).decodeText()).toBe('I agree');
		expect(value.get(PDFName.of('M'))?.toString()).toBe('(D:20260304050607Z)');
	});
});

describe('the visual signature', () => {
	test('is drawn where the form asks viewers to draw its fields themselves', async () => {
		const pdf = writeByHand({
			...onePage('A form'),
			1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /NeedAppearances true /Fields [] >> >>',
		});
		const signed = await PDFDocument.load(await sign(pdf, 'Anna', { visual: POSITION }));
		expect(signed.catalog.getAcroForm()!.dict.has(PDFName.of('NeedAppearances'))).toBe(false);
	});

	test('stands at its position, counted from the lower left corner of the page', async () => {
		const document = await PDFDocument.create();
		const page = document.addPage([300, 300]);
		page.setCropBox(40, 50, 200, 200);
		const signed = await sign(await document.save(), 'Anna', { visual: POSITION });
		expect(
			(await widget(signed, 'Signature1')).lookup(PDFName.of('Rect'), PDFArray).asRectangle(),
		).toEqual({ x: 60, y: 80, width: 150, height: 50 });
	});

	test.each([
		[0, [0, 0, 150, 50], [1, 0, 0, 1]],
		[90, [0, 0, 50, 150], [0, 1, -1, 0]],
		[180, [0, 0, 150, 50], [-1, 0, 0, -1]],
		[270, [0, 0, 50, 150], [0, -1, 1, 0]],
	])('stands upright on a page turned by %d degrees', async (angle, box, matrix) => {
		const document = await PDFDocument.create();
		document.addPage([300, 300]).setRotation(degrees(angle));
		const signed = await sign(await document.save(), 'Anna', { visual: POSITION });
		const { dict } = await appearance(signed, 'Signature1');
		expect(numbers(dict, 'BBox')).toEqual(box);
		expect(numbers(dict, 'Matrix').slice(0, 4)).toEqual(matrix);
	});

	test('fills the named form field and adds no other', async () => {
		const signed = await sign(await writeForm({ useObjectStreams: true }), 'Anna', {
			visual: { formField: FIELD },
		});
		const fields = signatureFields(await PDFDocument.load(signed));
		expect(fields.map(([name]) => name)).toEqual([FIELD]);
		expect(numbers((await appearance(signed, FIELD)).dict, 'BBox')).toEqual([0, 0, 200, 60]);
	});
});

describe('a document that cannot be signed as asked', () => {
	const form = () => writeForm({ useObjectStreams: false });

	test.each([
		[
			'an unknown field',
			{ visual: { formField: 'nowhere' } },
			'no signature field named "nowhere"',
		],
		['another field', { visual: { formField: 'place' } }, 'no signature field named "place"'],
		['a page that does not exist', { visual: { ...POSITION, page: 2 } }, 'There is no page 2'],
		['no width', { visual: { ...POSITION, width: 0 } }, 'must be greater than 0'],
		['a broken PNG', { visual: POSITION, imagePng: PNG.subarray(0, 20) }, 'not a readable PNG'],
		['a PNG called JPEG', { visual: POSITION, imageJpeg: PNG }, 'not a readable JPEG'],
	])('is refused: %s', async (_what, options, message) => {
		const attempt = sign(await form(), 'Anna', options);
		await expect(attempt).rejects.toThrow(PdfSigningError);
		await expect(attempt).rejects.toThrow(message);
	});
});

async function widget(pdf: Uint8Array, name: string): Promise<PDFDict> {
	const fields = new Map(signatureFields(await PDFDocument.load(pdf)));
	return fields.get(name)!.dict;
}

async function signatureValue(pdf: Uint8Array, name: string): Promise<PDFDict> {
	return (await widget(pdf, name)).lookup(PDFName.of('V'), PDFDict);
}

async function appearance(pdf: Uint8Array, name: string): Promise<PDFStream> {
	return (await widget(pdf, name))
		.lookup(PDFName.of('AP'), PDFDict)
		.lookup(PDFName.of('N'), PDFStream);
}

function numbers(dict: PDFDict, key: string): number[] {
	return dict
		.lookup(PDFName.of(key), PDFArray)
		.asArray()
		.map((number) => Number(String(number)));
}
