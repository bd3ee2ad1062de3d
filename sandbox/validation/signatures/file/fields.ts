import { PDFDict, PDFName, PDFRef, type PDFObject } from '@cantoo/pdf-lib';
import { entryOf, type ViewedFile } from './viewedFile.ts';

export interface Widget {
	ref: PDFRef;
	dict: PDFDict;
}

/** A field of the form, with the widgets that show it. */
export interface Field extends Widget {
	name: string;
	/** Its own or that of a field above it: Sig, Tx, Btn or Ch. */
	type?: string;
	value?: PDFObject;
	/** The field itself where it is its own widget. */
	widgets: Widget[];
}

/**
 * Each field once: kids that are listed twice on every level would be more than anyone can count. Signed
 * fields that only a page lists are there too.
 */
export function fieldsOf(file: ViewedFile): Field[] {
	const fields = new Map<PDFDict, Field>();
	const walk = (ref: PDFObject | undefined, above?: Field) => {
		const dict = file.resolve(ref);
		if (!(ref instanceof PDFRef) || !(dict instanceof PDFDict) || fields.has(dict)) return;
		const value = file.get(dict, 'V');
		// Many writers forget the type: then the value says what it is.
		const type = file.nameIn(dict, 'FT') ?? above?.type ?? (isSignature(file, value) && 'Sig');
		const name = [above?.name, file.textIn(dict, 'T')].filter(Boolean).join('.');
		const field: Field = { ref, dict, name, value, type: type || undefined, widgets: [] };
		fields.set(dict, field);
		for (const kid of file.list(dict, 'Kids')) {
			const below = file.resolve(kid);
			if (!(kid instanceof PDFRef) || !(below instanceof PDFDict)) continue;
			if (below.has(PDFName.of('T'))) walk(kid, field);
			else field.widgets.push({ ref: kid, dict: below });
		}
		if (!dict.has(PDFName.of('Kids'))) field.widgets.push({ ref, dict });
	};
	for (const item of file.list(file.get(file.catalog, 'AcroForm'), 'Fields')) walk(item);
	for (const item of file.pages.flatMap(({ node }) => file.list(node, 'Annots'))) {
		const hasParent = file.get(item, 'Parent') instanceof PDFDict;
		const field = hasParent ? entryOf(file.resolve(item), 'Parent') : item;
		if (isSignature(file, file.get(field, 'V'))) walk(field);
	}
	return [...fields.values()];
}

export const isSignature = (file: ViewedFile, value: PDFObject | undefined): value is PDFDict =>
	value instanceof PDFDict && file.get(value, 'ByteRange') !== undefined;
