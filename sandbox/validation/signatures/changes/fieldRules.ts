import {
	PDFArray,
	PDFBool,
	PDFDict,
	PDFName,
	PDFNumber,
	PDFRef,
	PDFStream,
	type PDFObject,
} from '@cantoo/pdf-lib';
import { isSignature, type Field, type Widget } from '../file/fields.ts';
import { rectangleIn, type Rectangle, type ViewedFile } from '../file/viewedFile.ts';
import { appended, hasOnly, names, sameBut, type Comparison, type Level } from './comparison.ts';
import { showsContent } from './emptyField.ts';

/** The rules about what a form and its pages show. */

const NEW_FIELD_KEYS = names(
	'Type Subtype FT T TU TM V F Ff P Rect AP AS M MK DA DR DS Q Parent Kids NM Lock SV Border BS C Contents',
);
const ANNOTATIONS = names(
	'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup',
);
const HIDDEN = 2;
/** Such annotations keep their size or direction, and so reach beyond their rectangle. */
const NO_ZOOM_OR_ROTATE = 8 | 16;
const READ_ONLY = 1;
/** The icon of a note keeps its size, however small the page is shown. */
const ICON_POINTS = 24;

export function newFields(c: Comparison): boolean {
	const form = (file: ViewedFile) => file.get(file.catalog, 'AcroForm');
	const { old, now } = c.slot(form(c.before), form(c.after), 'Fields');
	const isAllowed = (item: PDFObject) => {
		const field = newSignature(c, item);
		return field !== undefined && c.raise(levelOf(c, field));
	};
	return appended(old, now)?.every(isAllowed) ?? false;
}

/** A field with all its widgets, none of which meant anything before, and with its signature. */
function newSignature(c: Comparison, item: PDFObject): Field | undefined {
	const field = c.fieldsAfter.find(({ ref }) => ref === item);
	if (field?.type !== 'Sig' || !isSignature(c.after, field.value)) return undefined;
	const isFit = ({ ref, dict }: Widget) =>
		c.isNew(ref) && hasOnly(dict, NEW_FIELD_KEYS) && isBounded(c, dict);
	return [field, ...field.widgets].every(isFit) ? field : undefined;
}

/** Viewers fit an appearance into its rectangle. */
function isBounded({ after }: Comparison, dict: PDFDict): boolean {
	const appearance = after.get(dict, 'AP');
	const isShown = appearance instanceof PDFDict && after.get(appearance, 'N') !== undefined;
	return (
		(appearance === undefined || isShown) && (flagsIn(after, dict, 'F') & NO_ZOOM_OR_ROTATE) === 0
	);
}

function flagsIn(file: ViewedFile, dict: PDFDict, key: string): number {
	const flags = file.get(dict, key);
	return flags instanceof PDFNumber ? flags.asNumber() : 0;
}

/** A time stamp of the document belongs to long-term validation, as long as it is not shown. */
function levelOf({ after }: Comparison, { value, widgets }: Field): Level {
	const type = value instanceof PDFDict && after.get(value, 'Type');
	const isSeen = widgets.some(({ dict }) => {
		const [left, bottom, right, top] = rectangleIn(after, dict) ?? [0, 0, 0, 0];
		return right > left && top > bottom;
	});
	return type === PDFName.of('DocTimeStamp') && !isSeen ? 1 : 2;
}

export function pages(c: Comparison): boolean {
	const isChanged = (item: PDFObject | undefined) => item instanceof PDFRef && c.changed.has(item);
	return c.before.pages.every(({ ref, node }, page) => {
		const later = c.after.pages[page];
		if (!later || ref !== later.ref) return false;
		if (!isChanged(ref) && !isChanged(node.get(PDFName.of('Annots')))) return true;
		c.claim(ref, 'page');
		const { old, now } = c.slot(node, later.node, 'Annots');
		const isAllowed = appended(old, now)?.every((item) => mayShow(c, item, page));
		return sameBut(['Annots'], node, later.node) && (isAllowed ?? false);
	});
}

/** A new signature, or an annotation where a certification allows it. */
function mayShow(c: Comparison, item: PDFObject, page: number): boolean {
	const dict = c.after.resolve(item);
	if (!c.isNew(item) || !(dict instanceof PDFDict)) return false;
	cover(c, { ref: item, dict }, page);
	const field = c.fieldsAfter.find(({ widgets }) => widgets.some(({ ref }) => ref === item));
	return field ? newSignature(c, field.ref) !== undefined : isAnnotation(c, dict);
}

function isAnnotation(c: Comparison, dict: PDFDict): boolean {
	const subtype = c.after.get(dict, 'Subtype');
	const kind = subtype instanceof PDFName ? subtype.decodeText() : '';
	const isActive = ['A', 'AA', 'OC'].some((key) => dict.has(PDFName.of(key)));
	// Without an appearance, viewers draw lines and shapes wherever their coordinates are.
	const isDrawn = dict.has(PDFName.of('AP')) && isBounded(c, dict);
	const isFit = ANNOTATIONS.has(kind) && (isDrawn || kind === 'Text' || kind === 'Popup');
	return c.permission === 3 && isFit && !isActive && c.raise(3);
}

function cover(c: Comparison, { ref, dict }: Widget, page: number) {
	const rectangle = rectangleIn(c.after, dict);
	const subtype = c.after.get(dict, 'Subtype');
	const isClosed = subtype === PDFName.of('Popup') && c.after.get(dict, 'Open') !== PDFBool.True;
	const isHidden = isClosed || (flagsIn(c.after, dict, 'F') & HIDDEN) !== 0;
	if (!rectangle || isHidden) return;
	const more = subtype === PDFName.of('Text') ? ICON_POINTS : 0;
	const [left, bottom, right, top] = rectangle;
	const whole: Rectangle = [left - more, bottom - more, right + more, top + more];
	c.covers.push({ page, rectangle: whole, own: ref });
}

/** Those that the field had before, so that none of another field can change with it. */
function ownWidgets(c: Comparison, field: Field, keys: string[]): Widget[] | undefined {
	const own = field.widgets.filter(
		({ ref, dict }) => ref === field.ref || dict.get(PDFName.of('Parent')) === field.ref,
	);
	const isFit = ({ ref, dict }: Widget) => {
		if (!c.changed.has(ref)) return true;
		c.claim(ref, 'field');
		const now = c.after.resolve(ref);
		return now instanceof PDFDict && sameBut(keys, dict, now) && isBounded(c, now);
	};
	return [field, ...own].every(isFit) ? own : undefined;
}

function coverAgain(c: Comparison, widgets: Widget[]) {
	for (const { ref } of widgets) {
		const dict = c.after.resolve(ref);
		const page = c.before.pages.findIndex(({ node }) => {
			const list = c.before.get(node, 'Annots');
			return list instanceof PDFArray && list.asArray().includes(ref);
		});
		if (page !== -1 && dict instanceof PDFDict) cover(c, { ref, dict }, page);
	}
}

export function signedFields(c: Comparison): boolean {
	return c.fieldsBefore.every((field) => {
		if (field.type !== 'Sig' || field.value !== undefined || !c.changed.has(field.ref)) return true;
		const later = c.fieldsAfter.find(({ ref }) => ref === field.ref);
		if (!later || !isSignature(c.after, later.value)) return false;
		const widgets = ownWidgets(c, field, ['V', 'AP', 'AS', 'F', 'M']);
		const changed = widgets?.filter(({ ref }) => c.changed.has(ref));
		if (!changed) return false;
		c.hidesContent ||= changed.some(({ dict }) => showsContent(c.before, dict));
		coverAgain(c, changed);
		return c.raise(levelOf(c, later));
	});
}

export function filledFields(c: Comparison): boolean {
	if (c.permission !== 2 && c.permission !== 3) return true;
	return c.fieldsBefore.every((field) => {
		const drawn = field.widgets.flatMap(({ dict }) => appearanceOf(c, dict));
		const touched = [field, ...field.widgets].map(({ ref }) => ref).concat(drawn);
		if (field.type === 'Sig' || !touched.some((ref) => c.changed.has(ref))) return true;
		const isFixed = (flagsIn(c.before, field.dict, 'Ff') & READ_ONLY) !== 0;
		const later = c.after.resolve(field.ref);
		if (isFixed || c.isLocked(field.name) || !(later instanceof PDFDict)) return false;
		const widgets = ownWidgets(c, field, ['V', 'AP', 'AS', 'M', 'I']);
		if (!widgets || c.after.get(later, 'V') instanceof PDFStream) return false;
		for (const { ref, dict } of widgets) {
			const { old, now } = c.slot(dict, c.after.resolve(ref), 'AP');
			c.slot(old, now, 'N');
		}
		coverAgain(c, widgets);
		return c.raise(2);
	});
}

/** The stream that shows a field: it may be written anew, but not those that a button chooses from. */
function appearanceOf({ before }: Comparison, dict: PDFDict): PDFRef[] {
	const appearance = before.get(dict, 'AP');
	const normal = appearance instanceof PDFDict ? appearance.get(PDFName.of('N')) : undefined;
	return normal instanceof PDFRef ? [normal] : [];
}
