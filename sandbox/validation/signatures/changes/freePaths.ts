import { PDFArray, PDFDict, PDFRef, PDFStream, PDFBool, type PDFObject } from '@cantoo/pdf-lib';
import { isSignature, type Field, type Widget } from '../file/fields.ts';
import { areaOf, boxOf, entryOf, textOf, type ViewedFile } from '../file/viewedFile.ts';
import {
	keysOf,
	type Comparison,
	type Item,
	type Level,
	type Pair,
	type Rule,
	type Rules,
} from './comparison.ts';

const always = (level: Level): Rule => ({ allows: () => level, isDeep: true });
const when = (allows: Rule['allows']): Rule => ({ allows, isDeep: true });

const free: Rules['free'] = {
	Info: when(information),
	'Root.Version': always(1),
	'Root.Extensions': when(dictionary),
	'Root.Metadata': when(metadata),
	'Root.DSS': when(dictionary),
	'Root.AcroForm': { allows: form },
	'Form.Fields': { allows: (c, pair) => appended(c, pair, newField) },
	'Form.SigFlags': when(signatureFlags),
	'Form.NeedAppearances': when(needAppearances),
	'Form.DA': when(unusedDefaults),
	'Form.DR': when(unusedDefaults),
	'Page.Annots': { allows: (c, pair) => appended(c, pair, newAnnotation) },
	...Object.fromEntries(
		['V', 'AP', 'AS', 'F', 'M', 'I'].map((key) => [`Field.${key}`, when(filledField)]),
	),
};

/** What a later revision may change; docs/changes-after-signing.md explains it. */
export const freePaths: Rules = { free, isOpen };

const NEW_FIELD_KEYS =
	'Type Subtype FT T TU TM V F Ff P Rect AP AS M H MK DA DR DS Q Parent Kids NM Lock SV Border BS C Contents StructParent';
const COMMENTS =
	'FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink'.split(
		' ',
	);
/** Such annotations keep their size or direction, and so reach beyond their rectangle. */
const NO_ZOOM_OR_ROTATE = 8 | 16;
const READ_ONLY = 1;

const hasOnly = (dict: Item, words: string) =>
	dict instanceof PDFDict && keysOf(dict).every((key) => words.split(' ').includes(key));

/** Nothing below is shown or run, and what else names an object of it is compared there. */
function dictionary({ after }: Comparison, { now }: Pair) {
	return after.resolve(now) instanceof PDFDict ? 1 : undefined;
}

/** Another title is a change. */
function information(c: Comparison, { old, now }: Pair) {
	const [was, is] = [c.before.resolve(old), c.after.resolve(now)];
	const free = `ModDate Producer ${was ? '' : 'CreationDate Creator'}`.split(' ');
	const others = c.entries(was, is, '').filter(({ key }) => !free.includes(key));
	return others.every((pair) => c.isSame(pair.old, pair.now)) ? 1 : undefined;
}

function metadata({ after }: Comparison, { now }: Pair) {
	const stream = after.resolve(now);
	return stream instanceof PDFStream && after.nameIn(stream, 'Subtype') === 'XML' ? 1 : undefined;
}

/** The dictionary may become an object, or come for the first time. */
function form(c: Comparison, { old, now }: Pair) {
	const [was, is] = [c.before.resolve(old), c.after.resolve(now)];
	if (!is && !was) return [];
	return is instanceof PDFDict ? c.entries(was, is, 'Form') : undefined;
}

function signatureFlags(c: Comparison, { old, now }: Pair) {
	const [was, is] = [c.before.integer(old), c.after.integer(now)];
	return (was & is) === was ? 0 : undefined;
}

/** Asked to draw fields by themselves, viewers do not show what the file says. */
function needAppearances(c: Comparison, { old, now }: Pair) {
	const isOn = (file: ViewedFile, item: Item) => file.resolve(item) === PDFBool.True;
	return isOn(c.before, old) === isOn(c.after, now) ? 0 : undefined;
}

/** Only where nothing draws with them. */
function unusedDefaults({ before, fieldsBefore }: Comparison) {
	const isText = (item: PDFObject) => before.nameIn(item, 'Subtype') === 'FreeText';
	const isUsed =
		fieldsBefore.some(({ type }) => type !== 'Sig') ||
		before.pages.some(({ node }) => before.list(node, 'Annots').some(isText));
	return isUsed ? undefined : 0;
}

/** The list may become an object; what it had stays at its beginning. */
function appended(
	c: Comparison,
	{ old, now, key, owner }: Pair,
	allows: (c: Comparison, item: PDFObject) => Level | undefined,
) {
	const [was, is] = [c.before.resolve(old), c.after.resolve(now)];
	const [items, later] = [was, is].map((list) => (list instanceof PDFArray ? list.asArray() : []));
	if (!items || !later || later.length < items.length) return undefined;
	for (const item of later.slice(items.length)) {
		const level = allows(c, item);
		if (level === undefined) return undefined;
		if (level > c.level) c.level = level;
	}
	return items.map((item, index) => c.pair(item, later[index], '', key, owner));
}

/** A field with all its widgets, none of which meant anything before, and with its signature. */
function newField(c: Comparison, item: PDFObject): Level | undefined {
	const field = c.fieldsAfter.find(({ ref }) => ref === item);
	if (field?.type !== 'Sig' || !isSignature(c.after, field.value)) return undefined;
	const isNew = ({ ref, dict }: Widget) => !c.before.has(ref) && hasOnly(dict, NEW_FIELD_KEYS);
	const isWidget = ({ dict }: Widget) =>
		c.after.nameIn(dict, 'Subtype') === 'Widget' && isBounded(c, dict);
	return isNew(field) && field.widgets.every((one) => isNew(one) && isWidget(one))
		? levelOf(c, field)
		: undefined;
}

/** A new signature, or a comment where a certification allows it. */
function newAnnotation(c: Comparison, item: PDFObject): Level | undefined {
	const dict = c.after.resolve(item);
	if (!(item instanceof PDFRef) || !(dict instanceof PDFDict) || c.before.has(item))
		return undefined;
	c.shown.set(item, 'new');
	const field = c.fieldsAfter.find(({ widgets }) => widgets.some(({ ref }) => ref === item));
	if (field) return newField(c, field.ref);
	const kind = c.after.nameIn(dict, 'Subtype') ?? '';
	const isActive = ['A', 'AA', 'OC'].some((key) => entryOf(dict, key) !== undefined);
	// Without an appearance, viewers draw lines and shapes wherever their coordinates are.
	const isDrawn = entryOf(dict, 'AP') !== undefined && isBounded(c, dict);
	const isFit = kind === 'Text' || kind === 'Popup' || (isDrawn && COMMENTS.includes(kind));
	return c.permission === 3 && isFit && !isActive ? 3 : undefined;
}

/** Viewers fit an appearance into its rectangle, as long as it has a size. */
function isBounded({ after }: Comparison, dict: Item): boolean {
	const appearance = after.get(dict, 'AP');
	const normal = after.get(appearance, 'N');
	const states = keysOf(normal).map((key) => after.get(normal, key));
	const isShown = areaOf(after.rectangleIn(dict)) > 0;
	const isFit = (normal instanceof PDFStream ? [normal] : states).every((state) => {
		const box = boxOf(after.numbersIn(state, 'BBox'));
		return box !== undefined && (!isShown || areaOf(box) > 0);
	});
	const isDrawn = appearance === undefined || normal !== undefined;
	return isDrawn && isFit && (after.numberIn(dict, 'F') & NO_ZOOM_OR_ROTATE) === 0;
}

/** A time stamp of the document belongs to long-term validation, as long as it is not shown. */
function levelOf({ after }: Comparison, { value, widgets }: Field): Level {
	const isSeen = widgets.some(({ dict }) => areaOf(after.rectangleIn(dict)) > 0);
	return after.nameIn(value, 'Type') === 'DocTimeStamp' && !isSeen ? 1 : 2;
}

/** Empty signature fields are open, and others where a certification allows to fill them in. */
function isOpen(c: Comparison, { type, value, name, dict }: Field): boolean {
	if (isLocked(c, name)) return false;
	if (type === 'Sig') return value === undefined;
	const isFixed = (c.before.numberIn(dict, 'Ff') & READ_ONLY) !== 0;
	return (c.permission === 2 || c.permission === 3) && !isFixed;
}

/** Whether a signature has locked a field (FieldMDP, ISO 32000-1, 12.8.2.4). */
function isLocked({ before: file, fieldsBefore }: Comparison, name: string): boolean {
	const references = fieldsBefore.flatMap(({ value }) => file.list(value, 'Reference'));
	return references.some((reference) => {
		if (file.nameIn(reference, 'TransformMethod') !== 'FieldMDP') return false;
		const lock = file.get(reference, 'TransformParams');
		const isListed = file
			.list(lock, 'Fields')
			.some((item) => `${name}.`.startsWith(`${textOf(file.resolve(item))}.`));
		const action = file.nameIn(lock, 'Action');
		return action === 'Include' ? isListed : action !== 'Exclude' || !isListed;
	});
}

function filledField(c: Comparison, { old, key, owner }: Pair): Level | undefined {
	const field = owner && c.open.get(owner);
	const later = c.fieldsAfter.find(({ ref }) => ref === field?.ref);
	if (!field || !later || !isBounded(c, c.after.resolve(owner))) return undefined;
	const isSigned = field.type === 'Sig';
	// A button chooses from what it had.
	const choice = key === 'AP' ? c.before.get(old, 'N') : undefined;
	const isFit = isSigned
		? isSignature(c.after, later.value) && key !== 'I'
		: key !== 'F' && !(later.value instanceof PDFStream) && !(choice instanceof PDFDict);
	for (const { ref } of field.widgets) c.shown.set(ref, isSigned ? 'signed' : 'filled');
	if (!isFit) return undefined;
	return isSigned ? levelOf(c, later) : 2;
}
