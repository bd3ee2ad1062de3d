import { PDFArray, PDFBool, PDFDict, PDFName, PDFNumber, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import type { ViewedFile } from '../file/viewedFile.ts';
import { hasOnly, names, sameBut, type Comparison, type Slot } from './comparison.ts';
import { filledFields, newFields, pages, signedFields } from './fieldRules.ts';

/**
 * What a later revision may add or change; docs/validation.md explains it rule by rule. Each rule compares one
 * part of both states, answers for the objects that it has compared, and says whether only allowed things
 * happened to it. An object that changed and for which no rule answers is a change.
 */
interface Rule {
	allows: (c: Comparison) => boolean;
	/** Whether readers could see what it guards. */
	isShown: boolean;
}

export const RULES: Record<string, Rule> = {
	'the trailer names the same catalog and encryption': { allows: trailer, isShown: true },
	'the catalog is the same but for the parts below': { allows: catalog, isShown: true },
	'the document information has new dates': { allows: information, isShown: false },
	'the metadata are renewed': { allows: metadata, isShown: false },
	'developer extensions are declared': { allows: extensions, isShown: false },
	'data for long-term validation are added': { allows: longTermData, isShown: true },
	'the form says that it has signatures': { allows: form, isShown: true },
	'new fields are signed': { allows: newFields, isShown: true },
	'pages get the widgets of new signatures': { allows: pages, isShown: true },
	'empty signature fields are signed': { allows: signedFields, isShown: true },
	'fields are filled in where a certification allows it': { allows: filledFields, isShown: true },
};

const DSS_KEYS = names('Type VRI Certs OCSPs CRLs');
const VRI_KEYS = names('Type Cert OCSP CRL TU TS');

function trailer({ before, after }: Comparison): boolean {
	const isSame = before.pages.length === after.pages.length;
	return (
		isSame &&
		['Root', 'Encrypt'].every((key) => {
			const name = PDFName.of(key);
			return before.trailer.get(name)?.toString() === after.trailer.get(name)?.toString();
		})
	);
}

function catalog(c: Comparison): boolean {
	const { old, now } = c.slot(c.before.trailer, c.after.trailer, 'Root');
	return sameBut(['AcroForm', 'DSS', 'Extensions', 'Metadata', 'Version'], old, now);
}

function information(c: Comparison): boolean {
	const { old, now, isKept } = c.slot(c.before.trailer, c.after.trailer, 'Info');
	if (isKept) return true;
	const first = old ? [] : ['CreationDate', 'Creator'];
	return sameBut(['ModDate', 'Producer', ...first], old, now) && c.raise(1);
}

function metadata(c: Comparison): boolean {
	const { now, isKept } = c.slot(c.before.catalog, c.after.catalog, 'Metadata');
	if (isKept) return true;
	const isXmp = now instanceof PDFStream && c.after.get(now.dict, 'Subtype') === PDFName.of('XML');
	return isXmp && c.raise(1);
}

function extensions(c: Comparison): boolean {
	const { now, isKept } = c.slot(c.before.catalog, c.after.catalog, 'Extensions');
	return isKept || (now instanceof PDFDict && c.raise(1));
}

/** Lists of streams, for the document and for each signature (ETSI EN 319 142-1, 5.4). Nothing is removed. */
function longTermData(c: Comparison): boolean {
	const dss = c.slot(c.before.catalog, c.after.catalog, 'DSS');
	if (!dss.old && !dss.now) return true;
	const lists = ['Certs', 'OCSPs', 'CRLs'].map((key) => c.slot(dss.old, dss.now, key));
	const vri = c.slot(dss.old, dss.now, 'VRI');
	const perSignature = keysOf(vri.old, vri.now).map((key) => c.slot(vri.old, vri.now, key));
	for (const { old, now } of perSignature) {
		lists.push(...['Cert', 'OCSP', 'CRL'].map((key) => c.slot(old, now, key)));
	}
	const isFit =
		isMadeOf(dss.now, DSS_KEYS) &&
		perSignature.every(({ now }) => isMadeOf(now, VRI_KEYS)) &&
		lists.every((list) => keepsStreams(c, list));
	const isKept = [dss, vri, ...perSignature, ...lists].every((slot) => slot.isKept);
	return isFit && (isKept || c.raise(1));
}

const isMadeOf = (object: PDFObject | undefined, keys: ReadonlySet<string>) =>
	object instanceof PDFDict && hasOnly(object, keys);

const keysOf = (...objects: Array<PDFObject | undefined>) => [
	...new Set(
		objects.flatMap((object) =>
			object instanceof PDFDict ? object.keys().map((key) => key.decodeText()) : [],
		),
	),
];

function keepsStreams({ after }: Comparison, { old, now }: Slot): boolean {
	const was = old instanceof PDFArray ? old.asArray() : [];
	const is = now instanceof PDFArray ? now.asArray() : [];
	const isStream = (item: PDFObject) =>
		item instanceof PDFRef && after.resolve(item) instanceof PDFStream;
	return was.every((item) => is.includes(item)) && is.every(isStream);
}

/** Asked to draw fields by themselves, viewers do not show what the file says. */
function form(c: Comparison): boolean {
	const { old, now, isKept } = c.slot(c.before.catalog, c.after.catalog, 'AcroForm');
	if (isKept && old === undefined) return true;
	if (!(now instanceof PDFDict)) return false;
	const isOn = (file: ViewedFile, dict: PDFObject | undefined) =>
		dict instanceof PDFDict && file.get(dict, 'NeedAppearances') === PDFBool.True;
	const flags = (dict: PDFObject | undefined) => {
		const value = dict instanceof PDFDict ? dict.get(PDFName.of('SigFlags')) : undefined;
		return value instanceof PDFNumber ? value.asNumber() : 0;
	};
	const isDrawn = c.fieldsBefore.some(({ type }) => type !== 'Sig');
	const free = ['Fields', 'SigFlags', 'NeedAppearances', ...(isDrawn ? [] : ['DA', 'DR'])];
	return (
		sameBut(free, old, now) &&
		isOn(c.before, old) === isOn(c.after, now) &&
		(flags(old) & flags(now)) === flags(old)
	);
}
