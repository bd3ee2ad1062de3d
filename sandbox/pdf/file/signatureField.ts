import {
	createPDFAcroFields,
	PDFAcroNonTerminal,
	PDFAcroSignature,
	PDFArray,
	PDFDict,
	PDFHexString,
	PDFName,
	PDFNumber,
	PDFRef,
	type PDFAcroField,
	type PDFDocument,
	type PDFPage,
} from '@cantoo/pdf-lib';
import { shownBoxOf } from './pageBox.ts';
import { PdfSigningError } from './pdfErrors.ts';

interface Rectangle {
	x: number;
	y: number;
	width: number;
	height: number;
}

/**
 * Counted from 0, the rectangle from the lower left corner of the page (interface.md 2.3). What is shown in it
 * can be turned, counter-clockwise in degrees.
 */
export type PagePosition = Rectangle & { page: number; rotation?: number };

/** A place that shows a signature. */
interface Widget {
	widget: PDFDict;
	page?: PDFPage;
	rotation?: number;
}

/** A signature field that waits for its value, and the widgets that show it. */
export interface OpenField {
	field: PDFDict;
	widgets: Widget[];
}

const PRINT_AND_LOCKED = 132;
const SIGNATURES_EXIST_AND_APPEND_ONLY = 3;

type WithForm = Pick<PDFDocument, 'catalog'>;

export function signatureFields(
	document: WithForm,
): Array<[name: string, field: PDFAcroSignature]> {
	return formFields(document)
		.filter((field) => field instanceof PDFAcroSignature)
		.map((field) => [field.getFullyQualifiedName() ?? '', field]);
}

/** Each field once: kids that are listed twice on every level would be more than anyone can count. */
function formFields({ catalog }: WithForm): PDFAcroField[] {
	const fields = new Map<PDFDict, PDFAcroField>();
	const walk = (found: Array<[PDFAcroField, PDFRef]>) => {
		for (const [field] of found) {
			if (fields.has(field.dict)) continue;
			fields.set(field.dict, field);
			if (field instanceof PDFAcroNonTerminal) walk(createPDFAcroFields(field.Kids()));
		}
	};
	walk(catalog.getAcroForm()?.getFields() ?? []);
	return [...fields.values()];
}

export function findField(document: PDFDocument, name: string): OpenField {
	const found = signatureFields(document).find(([fieldName]) => fieldName === name)?.[1];
	if (!found) throw new PdfSigningError(`The document has no signature field named "${name}".`);
	if (found.V()) throw new PdfSigningError(`The signature field "${name}" is already signed.`);

	const kids = (found.Kids()?.asArray() ?? []).filter((kid) => kid instanceof PDFRef);
	markForm(document);
	return {
		field: found.dict,
		widgets: (kids.length > 0 ? kids : [found.ref]).map((ref) => ({
			widget: document.context.lookup(ref, PDFDict),
			page: document.findPageForAnnotationRef(ref),
		})),
	};
}

/** Adds a field at the positions, or one that is not shown. */
export function addField(document: PDFDocument, positions: PagePosition[]): OpenField {
	const { context } = document;
	const name = { FT: 'Sig', T: PDFHexString.fromText(freeName(document)) };
	const [first, ...others] = positions;
	if (others.length === 0) {
		const one = addWidget(document, first, name);
		markForm(document).addField(one.ref);
		return { field: one.widget, widgets: [one] };
	}
	const field = context.obj(name);
	const ref = context.register(field);
	const widgets = positions.map((position) => addWidget(document, position, { Parent: ref }));
	field.set(PDFName.of('Kids'), context.obj(widgets.map((widget) => widget.ref)));
	markForm(document).addField(ref);
	return { field, widgets };
}

function addWidget(document: PDFDocument, position: PagePosition | undefined, more: object) {
	const page = document.getPages()[position?.page ?? 0];
	if (!page) {
		throw new PdfSigningError(
			`There is no page ${position?.page ?? 0}: the document has ${document.getPageCount()} page(s), counted from 0.`,
		);
	}
	const widget = document.context.obj({
		Type: 'Annot',
		Subtype: 'Widget',
		...more,
		F: PRINT_AND_LOCKED,
		P: page.ref,
		Rect: position ? rectangleOn(page, position) : [0, 0, 0, 0],
	});
	const ref = document.context.register(widget);
	addAnnotation(page, ref);
	return { widget, ref, page, rotation: position?.rotation };
}

export function sizeOf(widget: PDFDict): { width: number; height: number } {
	const { width, height } = widget.lookup(PDFName.of('Rect'), PDFArray).asRectangle();
	return { width: Math.abs(width), height: Math.abs(height) };
}

function rectangleOn(page: PDFPage, { x, y, width, height }: Rectangle): number[] {
	if (!(width > 0 && height > 0)) {
		throw new PdfSigningError('The width and the height of a signature must be greater than 0.');
	}
	const corner = shownBoxOf(page);
	const left = corner.x + x;
	const bottom = corner.y + y;
	return [left, bottom, left + width, bottom + height];
}

function freeName(document: PDFDocument): string {
	const taken = new Set(formFields(document).map((field) => field.getFullyQualifiedName()));
	let number = 1;
	while (taken.has(`Signature${number}`)) number += 1;
	return `Signature${number}`;
}

/** Not PDFPageLeaf.addAnnot: that also rearranges the page's contents, which no signature may do. */
function addAnnotation(page: PDFPage, ref: PDFRef): void {
	const annotations = page.node.Annots();
	if (annotations) annotations.push(ref);
	else page.node.set(PDFName.of('Annots'), page.doc.context.obj([ref]));
	page.node.registerChange();
}

function markForm(document: PDFDocument) {
	const form = document.catalog.getOrCreateAcroForm();
	form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(SIGNATURES_EXIST_AND_APPEND_ONLY));
	// Asked to draw fields themselves, viewers leave out what a signature shows. Behind a signature it stays:
	// fields would look different than they did when it was made.
	const isSigned = signatureFields(document).some(([, field]) => field.V() !== undefined);
	if (!isSigned) form.dict.delete(PDFName.of('NeedAppearances'));
	return form;
}
