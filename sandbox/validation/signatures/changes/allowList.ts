import { PDFBool, PDFDict, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import { entryOf, type ViewedFile } from '../file/viewedFile.ts';
import { hasOnly, keysOf, sameBut, type Comparison } from './comparison.ts';
import { filledFields, newFields, pages, signedFields } from './fieldRules.ts';

/**
 * What a later revision may add or change; docs/validation.md explains it rule by rule. Each rule compares one
 * part of both states, answers for the objects that it has compared, and says whether only allowed things
 * happened to it. An object that changed and for which no rule answers is a change.
 */
type Rule = (c: Comparison) => boolean;

export const RULES: Record<'shown' | 'unseen', Rule[]> = {
	shown: [trailer, catalog, longTermData, form, newFields, pages, signedFields, filledFields],
	/** They are about information that no page shows. */
	unseen: [information, metadata, extensions],
};

/** It names the same catalog and encryption. */
function trailer({ before, after }: Comparison): boolean {
	const isSame = (key: string) =>
		entryOf(before.trailer, key)?.toString() === entryOf(after.trailer, key)?.toString();
	return before.pages.length === after.pages.length && isSame('Root') && isSame('Encrypt');
}

function catalog(c: Comparison): boolean {
	const { old, now } = c.slot(c.before.trailer, c.after.trailer, 'Root');
	return sameBut('AcroForm DSS Extensions Metadata Version', old, now);
}

function information(c: Comparison): boolean {
	const { old, now, isKept } = c.slot(c.before.trailer, c.after.trailer, 'Info');
	if (isKept) return true;
	const first = old ? '' : 'CreationDate Creator';
	return sameBut(`ModDate Producer ${first}`, old, now) && c.raise(1);
}

function metadata(c: Comparison): boolean {
	const { now, isKept } = c.slot(c.before.catalog, c.after.catalog, 'Metadata');
	const isXmp = now instanceof PDFStream && c.after.nameIn(now, 'Subtype') === 'XML';
	return isKept || (isXmp && c.raise(1));
}

function extensions(c: Comparison): boolean {
	const { now, isKept } = c.slot(c.before.catalog, c.after.catalog, 'Extensions');
	return isKept || (now instanceof PDFDict && c.raise(1));
}

/** Lists of streams, for the document and for each signature (ETSI EN 319 142-1, 5.4). Nothing is removed. */
function longTermData(c: Comparison): boolean {
	const dss = c.slot(c.before.catalog, c.after.catalog, 'DSS');
	if (!dss.old && !dss.now) return true;
	const vri = c.slot(dss.old, dss.now, 'VRI');
	const signatures = [...new Set([...keysOf(vri.old), ...keysOf(vri.now)])].map((key) =>
		c.slot(vri.old, vri.now, key),
	);
	const lists = [
		...['Certs', 'OCSPs', 'CRLs'].map((key) => keptStreams(c, dss.old, dss.now, key)),
		...signatures.flatMap(({ old, now }) =>
			['Cert', 'OCSP', 'CRL'].map((key) => keptStreams(c, old, now, key)),
		),
	];
	const isFit =
		hasOnly(dss.now, 'Type VRI Certs OCSPs CRLs') &&
		signatures.every(({ now }) => hasOnly(now, 'Type Cert OCSP CRL TU TS')) &&
		lists.every((list) => list !== undefined);
	const isKept = [dss, vri, ...signatures, ...lists].every((slot) => slot?.isKept);
	return isFit && (isKept || c.raise(1));
}

/** A list that has all its streams still; undefined when it is none. */
function keptStreams(c: Comparison, old?: PDFObject, now?: PDFObject, key = '') {
	const is = c.after.list(now, key);
	const isStream = (item: PDFObject) =>
		item instanceof PDFRef && c.after.resolve(item) instanceof PDFStream;
	const isKept = c.before.list(old, key).every((item) => is.includes(item));
	const slot = c.slot(old, now, key);
	return isKept && is.every(isStream) ? slot : undefined;
}

/** Asked to draw fields by themselves, viewers do not show what the file says. */
function form(c: Comparison): boolean {
	const { old, now, isKept } = c.slot(c.before.catalog, c.after.catalog, 'AcroForm');
	if (isKept && old === undefined) return true;
	const isOn = (file: ViewedFile, dict?: PDFObject) =>
		file.get(dict, 'NeedAppearances') === PDFBool.True;
	const isDrawn = c.fieldsBefore.some(({ type }) => type !== 'Sig');
	const flags = c.before.numberIn(old, 'SigFlags');
	return (
		now instanceof PDFDict &&
		sameBut(`Fields SigFlags NeedAppearances ${isDrawn ? '' : 'DA DR'}`, old, now) &&
		isOn(c.before, old) === isOn(c.after, now) &&
		(flags & c.after.numberIn(now, 'SigFlags')) === flags
	);
}
