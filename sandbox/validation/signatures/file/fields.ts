import {
	PDFArray,
	PDFDict,
	PDFHexString,
	PDFName,
	PDFRef,
	PDFString,
	type PDFObject,
} from '@cantoo/pdf-lib';
import type { ViewedFile } from './viewedFile.ts';

/** A field of the form, with the widgets that show it. */
export interface Field {
	ref: PDFRef;
	dict: PDFDict;
	name: string;
	/** Its own or that of a field above it: Sig, Tx, Btn or Ch. */
	type?: string;
	value?: PDFObject;
	/** The field itself where it is its own widget. */
	widgets: Widget[];
}

export interface Widget {
	ref: PDFRef;
	dict: PDFDict;
}

type Above = Pick<Field, 'name' | 'type'>;

/**
 * Each field once: kids that are listed twice on every level would be more than anyone can count. Signed
 * fields that only a page lists are there too.
 */
export function fieldsOf(file: ViewedFile): Field[] {
	const fields = new Map<PDFDict, Field>();
	const walk = (item: PDFObject | undefined, above: Above) => {
		const dict = file.resolve(item);
		if (!(item instanceof PDFRef) || !(dict instanceof PDFDict) || fields.has(dict)) return;
		const value = file.get(dict, 'V');
		const own = textIn(file, dict, 'T');
		const name = [above.name, own].filter(Boolean).join('.');
		const field: Field = {
			ref: item,
			dict,
			name,
			value,
			type: typeOf(file, dict, above),
			widgets: [],
		};
		fields.set(dict, field);
		for (const kid of itemsIn(file, dict, 'Kids')) {
			const below = file.resolve(kid);
			if (!(kid instanceof PDFRef) || !(below instanceof PDFDict)) continue;
			if (below.has(PDFName.of('T'))) walk(kid, field);
			else field.widgets.push({ ref: kid, dict: below });
		}
		if (!dict.has(PDFName.of('Kids'))) field.widgets.push({ ref: item, dict });
	};
	const form = file.get(file.catalog, 'AcroForm');
	if (form instanceof PDFDict) {
		for (const item of itemsIn(file, form, 'Fields')) walk(item, { name: '' });
	}
	for (const item of file.pages.flatMap(({ node }) => itemsIn(file, node, 'Annots'))) {
		const widget = file.resolve(item);
		if (!(widget instanceof PDFDict)) continue;
		const parent = file.get(widget, 'Parent');
		const [ref, dict] =
			parent instanceof PDFDict ? [widget.get(PDFName.of('Parent')), parent] : [item, widget];
		if (isSignature(file, file.get(dict, 'V'))) walk(ref, { name: '' });
	}
	return [...fields.values()];
}

/** Many writers forget the type: then the value says what it is. */
function typeOf(file: ViewedFile, dict: PDFDict, above: Above): string | undefined {
	const own = file.get(dict, 'FT');
	if (own instanceof PDFName) return own.decodeText();
	return above.type ?? (isSignature(file, file.get(dict, 'V')) ? 'Sig' : undefined);
}

export const isSignature = (file: ViewedFile, value: PDFObject | undefined): value is PDFDict =>
	value instanceof PDFDict && file.get(value, 'ByteRange') !== undefined;

export function itemsIn(file: ViewedFile, dict: PDFDict, key: string): PDFObject[] {
	const array = file.get(dict, key);
	return array instanceof PDFArray ? array.asArray() : [];
}

export function textIn(file: ViewedFile, dict: PDFDict, key: string): string | undefined {
	const text = file.get(dict, key);
	return text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : undefined;
}
