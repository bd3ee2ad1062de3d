import { PDFName, PDFString, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib';

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
