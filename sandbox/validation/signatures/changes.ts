import {
	PDFArray,
	PDFDict,
	PDFName,
	PDFPageLeaf,
	PDFStream,
	type PDFDocument,
	type PDFObject,
	type PDFRef,
} from '@cantoo/pdf-lib';
import { signatureFields } from '../../pdf/file/signatureField.ts';

export interface Changes {
	kind: 'none' | 'signature' | 'undefined';
	/** Whether something that a reader shows may look different, apart from added signatures. */
	visual: boolean;
}

const SIGNED_FIELD_KEYS = ['V', 'AP', 'F', 'M', 'MK'];

/**
 * What an update did to a document. Adding signatures is defined: their fields join the form and the
 * annotations of a page. Everything else that touches an object of the earlier state is not.
 */
export function changesBetween(before: PDFDocument, after: PDFDocument): Changes {
	const added = newlySigned(before, after);
	const undefinedChanges = changedObjects(before, after).filter(
		([ref, old]) => !isDefined({ ref, old, before, after, added }),
	);
	const formKept = sameForm(before, after, added);
	const visual = !formKept || undefinedChanges.some(([ref, old]) => !isMetadata(ref, old, before));
	if (!formKept || undefinedChanges.length > 0 || !sameRoot(before, after)) {
		return { kind: 'undefined', visual };
	}
	return { kind: added.size > 0 ? 'signature' : 'none', visual };
}

interface Change {
	ref: PDFRef;
	old: PDFObject;
	before: PDFDocument;
	after: PDFDocument;
	added: ReadonlySet<PDFObject>;
}

function isDefined({ ref, old, before, after, added }: Change): boolean {
	const changed = after.context.lookup(ref);
	const form = before.catalog.getAcroForm();
	// These two are judged by sameForm, whether they stand alone or inside the catalog.
	if (old === form?.dict || old === form?.Fields()) return true;
	if (old === before.catalog) return sameBut(['AcroForm'], old, changed);
	if (added.has(ref)) return sameBut(SIGNED_FIELD_KEYS, old, changed);
	if (old instanceof PDFPageLeaf && changed instanceof PDFPageLeaf) {
		return sameBut(['Annots'], old, changed) && onlyAdds(old.Annots(), changed.Annots(), added);
	}
	const isAnnotations = before.getPages().some(({ node }) => node.Annots() === old);
	return isAnnotations && onlyAdds(old, changed, added);
}

/** The fields and widgets of the signatures that only the later state has. */
function newlySigned(before: PDFDocument, after: PDFDocument): Set<PDFObject> {
	const signed = (document: PDFDocument) =>
		signatureFields(document)
			.map(([, field]) => field)
			.filter((field) => field.V() instanceof PDFDict);
	const earlier = new Set(signed(before).map(({ ref }) => ref));
	const fields = signed(after).filter(({ ref }) => !earlier.has(ref));
	return new Set(fields.flatMap((field) => [field.ref, ...(field.Kids()?.asArray() ?? [])]));
}

function changedObjects(before: PDFDocument, after: PDFDocument): Array<[PDFRef, PDFObject]> {
	return before.context
		.enumerateIndirectObjects()
		.filter(([ref, old]) => !sameObject(old, after.context.lookup(ref)));
}

function sameForm(before: PDFDocument, after: PDFDocument, added: ReadonlySet<PDFObject>): boolean {
	const [old, changed] = [before.catalog.getAcroForm(), after.catalog.getAcroForm()];
	return (
		onlyAdds(old?.Fields(), changed?.Fields(), added) &&
		(old === undefined || sameBut(['Fields', 'SigFlags'], old.dict, changed?.dict))
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

const sameRoot = (before: PDFDocument, after: PDFDocument) =>
	before.context.trailerInfo.Root === after.context.trailerInfo.Root;

function isMetadata(ref: PDFRef, object: PDFObject, { context }: PDFDocument): boolean {
	if (ref === context.trailerInfo.Info) return true;
	return (
		object instanceof PDFStream && object.dict.get(PDFName.of('Type')) === PDFName.of('Metadata')
	);
}
