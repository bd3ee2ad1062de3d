import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { printable } from '../../../../sandbox/pdf/font/printable.ts';

test.each([
	['Zoë Müller-Strauß', 'Zoë Müller-Strauß'],
	['Łukasz Żółć', 'Lukasz Zólc'],
	['Đorđe Ğ', 'Dorde G'],
	['Zoe\u0308', 'Zoë'],
	['two\n\tlines', 'two lines'],
	['王 👍', '? ?'],
])('"%s" is shown as "%s"', async (text, shown) => {
	const font = (await PDFDocument.create()).embedStandardFont(StandardFonts.Helvetica);
	const result = printable(text, new Set(font.getCharacterSet()));
	expect(result).toBe(shown);
	expect(() => font.encodeText(result)).not.toThrow();
});
