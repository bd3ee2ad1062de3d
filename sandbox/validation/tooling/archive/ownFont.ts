import { PDFDict, PDFName, PDFRawStream, type PDFDocument } from '@cantoo/pdf-lib';
import { contentOf } from '../../../pdf/file/streamContent.ts';
import { embedFont, fontProgram } from '../../../pdf/font/embeddedFont.ts';

const FACES = ['sans', 'serifItalic'] as const;

/** The fonts whose files the sandbox brings, and so knows: of text, and of signatures. */
export function isOwnFont(font: PDFDict): boolean {
	const descriptor = font.lookup(PDFName.of('FontDescriptor'));
	const program =
		descriptor instanceof PDFDict ? descriptor.lookup(PDFName.of('FontFile3')) : undefined;
	return (
		font.lookup(PDFName.of('Encoding')) === PDFName.of('WinAnsiEncoding') &&
		program instanceof PDFRawStream &&
		FACES.some((face) => contentOf(program).equals(fontProgram(face)))
	);
}

/** Helvetica, which every reader has and no file brings, becomes its free twin, which has the same widths. */
export async function bringFonts(pdf: PDFDocument): Promise<void> {
	const helvetica = pdf.context
		.enumerateIndirectObjects()
		.filter(([, object]) => object instanceof PDFDict && isPlainHelvetica(object));
	if (helvetica.length === 0) return;
	const { ref } = await embedFont(pdf, 'sans');
	const twin = pdf.context.lookup(ref, PDFDict);
	for (const [old] of helvetica) pdf.context.assign(old, twin.clone(pdf.context));
}

function isPlainHelvetica(font: PDFDict): boolean {
	return (
		font.lookup(PDFName.of('Type')) === PDFName.of('Font') &&
		font.lookup(PDFName.of('BaseFont')) === PDFName.of('Helvetica') &&
		font.lookup(PDFName.of('Encoding')) === PDFName.of('WinAnsiEncoding') &&
		!font.has(PDFName.of('FontDescriptor'))
	);
}
