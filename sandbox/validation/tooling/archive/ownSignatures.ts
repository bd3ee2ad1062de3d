import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { signatureFields } from '../../../pdf/file/signatureField.ts';
import { DEFINED_COLOURS } from '../../../pdf/signing/archival.ts';

interface ShownSignature {
	widget: PDFDict;
	/** What it looks like. */
	appearance?: PDFRawStream;
}

/** Where signatures are shown, if all fields of the form are as the sandbox writes them; otherwise undefined. */
export function ownSignatures(pdf: PDFDocument): ShownSignature[] | undefined {
	const form = pdf.catalog.lookup(PDFName.of('AcroForm'));
	if (!(form instanceof PDFDict) || !hasOnly(form, FORM)) return undefined;
	const listed = form.lookup(PDFName.of('Fields'));
	const fields = signatureFields(pdf).map(([, field]) => field.dict);
	if (!(listed instanceof PDFArray) || listed.size() !== fields.length) return undefined;
	const areOwn = fields.every((field) => hasOnly(field, FIELD) && isOwnValue(field));
	if (!areOwn) return undefined;
	const widgets = fields.flatMap((field) => {
		const kids = field.lookup(PDFName.of('Kids'));
		return kids instanceof PDFArray
			? kids.asArray().map((kid) => pdf.context.lookup(kid))
			: [field];
	});
	const shown = widgets.map((widget) => shownBy(pdf, widget));
	return shown.every((one) => one !== undefined) ? shown : undefined;
}

/** A field that is not signed yet has none. */
function isOwnValue(field: PDFDict): boolean {
	const value = field.lookup(PDFName.of('V'));
	if (value === undefined) return true;
	return (
		value instanceof PDFDict &&
		hasOnly(value, VALUE) &&
		value.lookup(PDFName.of('SubFilter')) === PDFName.of('ETSI.CAdES.detached')
	);
}

function shownBy(pdf: PDFDocument, widget: unknown): ShownSignature | undefined {
	if (!(widget instanceof PDFDict) || !hasOnly(widget, FIELD)) return undefined;
	const flags = widget.lookup(PDFName.of('F'));
	const isPrinted = flags instanceof PDFNumber && (flags.asNumber() & PRINT_MASK) === PRINT;
	if (!isPrinted) return undefined;
	const looks = widget.lookup(PDFName.of('AP'));
	const rectangle = widget.lookup(PDFName.of('Rect'));
	const isSeen =
		rectangle instanceof PDFArray &&
		[rectangle.asRectangle()].every(({ width, height }) => width !== 0 && height !== 0);
	if (!looks) return isSeen ? undefined : { widget };
	const appearance = looks instanceof PDFDict ? looks.lookup(PDFName.of('N')) : undefined;
	const isAppearance = looks instanceof PDFDict && hasOnly(looks, ['N']);
	if (!isAppearance || !(appearance instanceof PDFRawStream)) return undefined;
	const resources = appearance.dict.lookup(PDFName.of('Resources'));
	const colours =
		resources instanceof PDFDict ? resources.lookup(PDFName.of('ColorSpace')) : undefined;
	const areDefined =
		colours === undefined || String(colours) === String(pdf.context.obj(DEFINED_COLOURS));
	return areDefined ? { widget, appearance } : undefined;
}

function hasOnly(dict: PDFDict, allowed: string[]): boolean {
	return dict.keys().every((key) => allowed.includes(key.decodeText()));
}

const FORM = ['Fields', 'SigFlags'];
const FIELD = [...['Type', 'Subtype', 'FT', 'T', 'V', 'F', 'P', 'Rect', 'AP', 'Kids', 'Parent']];
const VALUE = ['Type', 'Filter', 'SubFilter', 'ByteRange', 'Contents', 'M', 'Name', 'Reason'];
/** Printed, and not hidden in any way (ISO 19005-1, 6.5.3). */
const PRINT = 4;
const PRINT_MASK = 4 | 1 | 2 | 32;
