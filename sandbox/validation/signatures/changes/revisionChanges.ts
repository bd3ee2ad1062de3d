import {
	PDFArray,
	PDFDict,
	PDFName,
	PDFRef,
	PDFStream,
	type PDFAcroField,
	type PDFObject,
} from '@cantoo/pdf-lib';
import { signatureFields } from '../../../pdf/file/signatureField.ts';
import type { ViewedFile } from '../file/viewedFile.ts';

export interface Changes {
	kind: 'none' | 'signature' | 'undefined';
	/** Whether something that a reader shows may look different, apart from added signatures. */
	visual: boolean;
	/** The places where added signatures show, which may hide what was there. */
	covers: Cover[];
}

export interface Cover {
	page: number;
	/** Left, bottom, right and top, in the coordinates of the page. */
	rectangle: [number, number, number, number];
	/** Whether the place was there before, as an empty field. */
	wasThere: boolean;
}

const UNKNOWN: Changes = { kind: 'undefined', visual: true, covers: [] };

const SIGNED_FIELD_KEYS = ['V', 'AP', 'F', 'M', 'MK'];
/** Data for validating signatures later is no change of what was signed (ETSI EN 319 142-1, 5.4). */
const CATALOG_KEYS = ['AcroForm', 'DSS', 'Extensions'];
const INFO_KEYS = ['ModDate', 'Producer'];
/** What acts when a field is shown or touched. */
const ACTIVE_KEYS = ['A', 'AA'];

/**
 * What an update did to a document. Adding signatures is defined: their fields join the form and the
 * annotations of a page. Everything else that touches an object of the earlier state is not.
 */
export function changesBetween(before: ViewedFile, after: ViewedFile): Changes {
	if (before.isMended || after.isMended || !sameTrailer(before, after)) return UNKNOWN;
	const fields = newlySigned(before, after);
	const added = new Set(fields.flatMap((field) => [field.ref, ...widgetsOf(field)]));
	const undefinedChanges = changedObjects(before, after).filter(
		([ref, old]) => !isDefined({ ref, old, before, after, added }),
	);
	const formKept = sameForm(before, after, added) && fields.every((field) => isPlain(field, after));
	const visual = !formKept || undefinedChanges.some(([ref, old]) => !isMetadata(ref, old, before));
	const covers = coversOf(fields, before, after);
	if (!formKept || undefinedChanges.length > 0) return { kind: 'undefined', visual, covers };
	return { kind: fields.length > 0 ? 'signature' : 'none', visual, covers };
}

interface Change {
	ref: PDFRef;
	old: PDFObject | undefined;
	before: ViewedFile;
	after: ViewedFile;
	added: ReadonlySet<PDFObject>;
}

function isDefined({ ref, old, before, after, added }: Change): boolean {
	const changed = after.context.lookup(ref);
	const form = before.catalog.getAcroForm();
	if (old === undefined) return false;
	// These two are judged by sameForm, whether they stand alone or inside the catalog.
	if (old === form?.dict || old === form?.Fields()) return true;
	if (old === before.catalog) return sameBut(CATALOG_KEYS, old, changed);
	if (ref === before.context.trailerInfo.Info) return sameBut(INFO_KEYS, old, changed);
	if (added.has(ref)) return sameBut(SIGNED_FIELD_KEYS, old, changed);
	if (old === before.catalog.lookup(PDFName.of('DSS'))) return true;
	if (before.pages.some(({ node }) => node === old) && changed instanceof PDFDict) {
		const key = PDFName.of('Annots');
		const [earlier, later] = [(old as PDFDict).lookup(key), changed.lookup(key)];
		return sameBut(['Annots'], old, changed) && onlyAdds(earlier, later, added);
	}
	const isAnnotations = before.pages.some(({ annotations }) => annotations === old);
	return isAnnotations && onlyAdds(old, changed, added);
}

/** The fields of the signatures that only the later state has. */
function newlySigned(before: ViewedFile, after: ViewedFile): PDFAcroField[] {
	const signed = (file: ViewedFile) =>
		signatureFields(file)
			.map(([, field]) => field)
			.filter((field) => field.V() instanceof PDFDict);
	const earlier = new Set(signed(before).map(({ ref }) => ref));
	return signed(after).filter(({ ref }) => !earlier.has(ref));
}

const widgetsOf = (field: PDFAcroField) =>
	(field.Kids()?.asArray() ?? []).filter((kid) => kid instanceof PDFRef);

/** Nothing but a field that shows itself. */
function isPlain(field: PDFAcroField, { context }: ViewedFile): boolean {
	const widgets = widgetsOf(field).map((ref) => context.lookup(ref));
	return [field.dict, ...widgets].every(
		(dict) => dict instanceof PDFDict && ACTIVE_KEYS.every((key) => !dict.has(PDFName.of(key))),
	);
}

function coversOf(fields: PDFAcroField[], before: ViewedFile, { context, pages }: ViewedFile) {
	const refs = fields.flatMap((field) => [field.ref, ...widgetsOf(field)]);
	return refs.flatMap((ref): Cover[] => {
		const widget = context.lookup(ref);
		const rect = widget instanceof PDFDict ? widget.lookup(PDFName.of('Rect')) : undefined;
		const page = pages.findIndex(
			({ annotations }) =>
				annotations instanceof PDFArray && annotations.indexOf(ref) !== undefined,
		);
		if (!(rect instanceof PDFArray) || page === -1) return [];
		const { x, y, width, height } = rect.asRectangle();
		if (width === 0 || height === 0) return [];
		const wasThere = before.context.lookup(ref) !== undefined;
		return [{ page, rectangle: [x, y, x + width, y + height], wasThere }];
	});
}

/** Also those that the earlier state names without having them: an update could bring them later. */
function changedObjects(
	before: ViewedFile,
	after: ViewedFile,
): Array<[PDFRef, PDFObject | undefined]> {
	const objects = before.context.enumerateIndirectObjects();
	const missing = new Set<PDFRef>();
	for (const [, object] of objects) {
		for (const ref of refsIn(object)) if (!before.context.lookup(ref)) missing.add(ref);
	}
	const brought = [...missing].filter((ref) => after.context.lookup(ref) !== undefined);
	return [
		...objects.filter(([ref, old]) => !sameObject(old, after.context.lookup(ref))),
		...brought.map((ref): [PDFRef, undefined] => [ref, undefined]),
	];
}

function refsIn(object: PDFObject): PDFRef[] {
	if (object instanceof PDFRef) return [object];
	if (object instanceof PDFArray) return object.asArray().flatMap(refsIn);
	if (object instanceof PDFDict) return object.values().flatMap(refsIn);
	return object instanceof PDFStream ? refsIn(object.dict) : [];
}

function sameForm(before: ViewedFile, after: ViewedFile, added: ReadonlySet<PDFObject>): boolean {
	const [old, changed] = [before.catalog.getAcroForm(), after.catalog.getAcroForm()];
	return (
		onlyAdds(old?.Fields(), changed?.Fields(), added) &&
		(old === undefined ||
			sameBut(['Fields', 'SigFlags', 'NeedAppearances'], old.dict, changed?.dict))
	);
}

function onlyAdds(
	old: PDFObject | undefined,
	changed: PDFObject | undefined,
	added: ReadonlySet<PDFObject>,
): boolean {
	const earlier = old instanceof PDFArray ? old.asArray() : [];
	const later = changed instanceof PDFArray ? changed.asArray() : [];
	return (
		earlier.every((item, index) => sameObject(item, later[index])) &&
		later.slice(earlier.length).every((item) => added.has(item))
	);
}

function sameBut(keys: string[], old: PDFObject, changed: PDFObject | undefined): boolean {
	if (!(old instanceof PDFDict) || !(changed instanceof PDFDict)) return false;
	const free = new Set(keys.map((key) => PDFName.of(key)));
	const names = new Set([...old.keys(), ...changed.keys()]);
	return [...names].every((name) => free.has(name) || sameObject(old.get(name), changed.get(name)));
}

function sameObject(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
	if (a === undefined || b === undefined) return a === b;
	return a === b || serialized(a).equals(serialized(b));
}

function serialized(object: PDFObject): Buffer {
	const bytes = Buffer.alloc(object.sizeInBytes());
	object.copyBytesInto(bytes, 0);
	return bytes;
}

function sameTrailer({ context: before }: ViewedFile, { context: after }: ViewedFile): boolean {
	const [old, changed] = [before.trailerInfo, after.trailerInfo];
	return old.Root === changed.Root && sameObject(old.Encrypt, changed.Encrypt);
}

function isMetadata(ref: PDFRef, object: PDFObject | undefined, { context }: ViewedFile): boolean {
	if (ref === context.trailerInfo.Info) return true;
	return (
		object instanceof PDFStream && object.dict.get(PDFName.of('Type')) === PDFName.of('Metadata')
	);
}
