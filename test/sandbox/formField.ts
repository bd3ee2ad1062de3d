import { PDFDocument, PDFName, PDFString, type PDFPage } from '@cantoo/pdf-lib';

/** An empty signature field; the rectangle is left, bottom, right and top in points. */
export function addSignatureField(
	pdf: PDFDocument,
	page: PDFPage,
	{ name, rectangle }: { name: string; rectangle: [number, number, number, number] },
) {
	const field = pdf.context.obj({
		Type: 'Annot',
		Subtype: 'Widget',
		FT: 'Sig',
		Rect: rectangle,
		P: page.ref,
	});
	field.set(PDFName.of('T'), PDFString.of(name));
	const ref = pdf.context.register(field);
	page.node.addAnnot(ref);
	pdf.catalog.getOrCreateAcroForm().addField(ref);
}

/** Base64 of a PDF with two pages, one of which has the field. */
export async function pdfWithField(
	name: string,
	rectangle: [number, number, number, number],
	{ size = [595, 842] as [number, number], page = 1 } = {},
): Promise<string> {
	const pdf = await PDFDocument.create();
	const pages = [pdf.addPage(size), pdf.addPage(size)];
	addSignatureField(pdf, pages[page]!, { name, rectangle });
	return Buffer.from(await pdf.save()).toString('base64');
}
