import { PDFBool, PDFDict, PDFRawStream, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import { contentOf } from '../../../pdf/file/streamContent.ts';
import { isSignature, type Field, type Widget } from '../file/fields.ts';
import { entryOf } from '../file/viewedFile.ts';
import { appended, hasOnly, keysOf, sameBut, type Comparison, type Level } from './comparison.ts';

/** The rules about what a form and its pages show. */

const NEW_FIELD_KEYS =
	'Type Subtype FT T TU TM V F Ff P Rect AP AS M MK DA DR DS Q Parent Kids NM Lock SV Border BS C Contents';
const ANNOTATIONS =
	'FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink';
/** A frame around an empty field, or its ground: rectangles and how they are drawn. */
const FRAME = new Set(
	'q Q cm w J j M d i ri g G rg RG k K re W W* n S s f F f* B B* b b* BMC BDC EMC'.split(' '),
);
const HIDDEN = 2;
/** Such annotations keep their size or direction, and so reach beyond their rectangle. */
const NO_ZOOM_OR_ROTATE = 8 | 16;
const READ_ONLY = 1;
/** The icon of a note keeps its size, however small the page is shown. */
const ICON_POINTS = 24;

/** New fields are signed. */
export function newFields(c: Comparison): boolean {
	const form = c.before.get(c.before.catalog, 'AcroForm');
	const { old, now } = c.slot(form, c.after.get(c.after.catalog, 'AcroForm'), 'Fields');
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

/** Viewers fit an appearance into its rectangle, as long as it says how large it is. */
function isBounded({ after }: Comparison, dict: PDFDict): boolean {
	const appearance = after.get(dict, 'AP');
	const normal = after.get(appearance, 'N');
	const states = keysOf(normal).map((key) => after.get(normal, key));
	const isFit = (normal instanceof PDFStream ? [normal] : states).every((state) => {
		const box = after.numbersIn(state, 'BBox');
		return box.length === 4 && box.every(Number.isFinite);
	});
	const isDrawn = appearance === undefined || normal !== undefined;
	return isDrawn && isFit && (after.numberIn(dict, 'F') & NO_ZOOM_OR_ROTATE) === 0;
}

/** A time stamp of the document belongs to long-term validation, as long as it is not shown. */
function levelOf({ after }: Comparison, { value, widgets }: Field): Level {
	const isSeen = widgets.some(({ dict }) => {
		const [left, bottom, right, top] = after.rectangleIn(dict) ?? [0, 0, 0, 0];
		return right > left && top > bottom;
	});
	return after.nameIn(value, 'Type') === 'DocTimeStamp' && !isSeen ? 1 : 2;
}

/** Pages get the widgets of new signatures. */
export function pages(c: Comparison): boolean {
	return c.before.pages.every(({ ref, node }, page) => {
		const later = c.after.pages[page];
		if (!later || ref !== later.ref) return false;
		if (!c.isChanged(ref) && !c.isChanged(entryOf(node, 'Annots'))) return true;
		c.claim(ref, 'page');
		const { old, now } = c.slot(node, later.node, 'Annots');
		const isAllowed = appended(old, now)?.every((item) => mayShow(c, item, page));
		return sameBut('Annots', node, later.node) && (isAllowed ?? false);
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
	const kind = c.after.nameIn(dict, 'Subtype') ?? '';
	const isActive = ['A', 'AA', 'OC'].some((key) => entryOf(dict, key) !== undefined);
	// Without an appearance, viewers draw lines and shapes wherever their coordinates are.
	const isDrawn = entryOf(dict, 'AP') !== undefined && isBounded(c, dict);
	const isFit =
		kind === 'Text' || kind === 'Popup' || (isDrawn && ANNOTATIONS.split(' ').includes(kind));
	return c.permission === 3 && isFit && !isActive && c.raise(3);
}

function cover(c: Comparison, { ref, dict }: Widget, page: number) {
	const rectangle = c.after.rectangleIn(dict);
	const kind = c.after.nameIn(dict, 'Subtype');
	const isClosed = kind === 'Popup' && c.after.get(dict, 'Open') !== PDFBool.True;
	const isHidden = isClosed || (c.after.numberIn(dict, 'F') & HIDDEN) !== 0;
	if (!rectangle || isHidden) return;
	const more = kind === 'Text' ? ICON_POINTS : 0;
	const [left, bottom, right, top] = rectangle;
	const whole: typeof rectangle = [left - more, bottom - more, right + more, top + more];
	c.covers.push({ page, rectangle: whole, own: ref });
}

/** Those that the field had before, so that none of another field can change with it. */
function ownWidgets(c: Comparison, field: Field, keys: string): Widget[] | undefined {
	const own = field.widgets.filter(
		({ ref, dict }) => ref === field.ref || entryOf(dict, 'Parent') === field.ref,
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
		const page = c.before.pages.findIndex(({ node }) =>
			c.before.list(node, 'Annots').includes(ref),
		);
		if (page !== -1 && dict instanceof PDFDict) cover(c, { ref, dict }, page);
	}
}

/** Empty signature fields are signed. */
export function signedFields(c: Comparison): boolean {
	return c.fieldsBefore.every((field) => {
		if (field.type !== 'Sig' || field.value !== undefined || !c.changed.has(field.ref)) return true;
		const later = c.fieldsAfter.find(({ ref }) => ref === field.ref);
		if (!later || !isSignature(c.after, later.value)) return false;
		const widgets = ownWidgets(c, field, 'V AP AS F M');
		const changed = widgets?.filter(({ ref }) => c.changed.has(ref));
		if (!changed) return false;
		const appearances = changed.map(({ dict }) => c.before.get(c.before.get(dict, 'AP'), 'N'));
		c.hidesContent ||= appearances.some(showsContent);
		coverAgain(c, changed);
		return c.raise(levelOf(c, later));
	});
}

/** Whether the appearance of an empty field is more than a frame, so that it disappears by signing. */
function showsContent(appearance: PDFObject | undefined): boolean {
	if (!(appearance instanceof PDFRawStream)) return appearance !== undefined;
	try {
		const words = contentOf(appearance)
			.toString('latin1')
			.replace(/%[^\r\n]*/g, '')
			.split(/[\s[\]]+/);
		return words.some((word) => !/^(?:[-+.\d]*|\/\S*)$/.test(word) && !FRAME.has(word));
	} catch {
		return true;
	}
}

/** Fields are filled in where a certification allows it. */
export function filledFields(c: Comparison): boolean {
	if (c.permission !== 2 && c.permission !== 3) return true;
	return c.fieldsBefore.every((field) => {
		// The stream that shows a field may be written anew, but not those that a button chooses from.
		const drawn = field.widgets.map(({ dict }) => entryOf(c.before.get(dict, 'AP'), 'N'));
		const isTouched = [field, ...field.widgets].some(({ ref }) => c.changed.has(ref));
		if (field.type === 'Sig' || !(isTouched || drawn.some(c.isChanged))) return true;
		const isFixed = (c.before.numberIn(field.dict, 'Ff') & READ_ONLY) !== 0;
		const later = c.after.resolve(field.ref);
		if (isFixed || c.isLocked(field.name) || !(later instanceof PDFDict)) return false;
		const widgets = ownWidgets(c, field, 'V AP AS M I');
		if (!widgets || c.after.get(later, 'V') instanceof PDFStream) return false;
		for (const { ref, dict } of widgets) {
			const { old, now } = c.slot(dict, c.after.resolve(ref), 'AP');
			c.slot(old, now, 'N');
		}
		coverAgain(c, widgets);
		return c.raise(2);
	});
}
