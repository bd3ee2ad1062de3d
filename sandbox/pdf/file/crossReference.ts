import {
	PDFArray,
	PDFContext,
	PDFDict,
	PDFName,
	PDFNumber,
	PDFObjectParser,
	PDFRawStream,
} from '@cantoo/pdf-lib';
import { contentOf } from './streamContent.ts';

/** Where an object stands: at an offset, in an object stream as one of several, or nowhere any more. */
export type Place = { offset: number } | { container: number; index: number } | 'free';

export interface Entry {
	number: number;
	generation: number;
	place: Place;
}

/** Which objects a file has, as its newest cross-reference and those before it say (ISO 32000-1, 7.5.4). */
export interface CrossReference {
	entries: Map<number, Entry>;
	/** Of the newest section. */
	trailer: PDFDict;
}

const SEARCHED_BYTES = 1024;
/** How far viewers look for the dictionary of a linearized file. */
const BEGINNING_BYTES = 4096;

interface Section {
	entries: Entry[];
	trailer: PDFDict;
}

/** Two things are said about one object: viewers disagree about which of them counts. */
export class AmbiguousFileError extends Error {}

/** Undefined when it cannot be followed, so that a viewer would have to repair the file. */
export function readCrossReference(bytes: Buffer): CrossReference | undefined {
	try {
		return follow(bytes, newestSection(bytes));
	} catch (error) {
		if (error instanceof AmbiguousFileError) throw error;
		return undefined;
	}
}

/** Some viewers look for it in the last kilobyte only, and only as a word of its own. */
function newestSection(bytes: Buffer): number {
	const end = bytes.toString('latin1', Math.max(0, bytes.length - SEARCHED_BYTES));
	const stated = /^\sstartxref\s+(\d+)\s/.exec(end.slice(end.lastIndexOf('startxref') - 1))?.[1];
	if (stated === undefined) throw new Error('No startxref');
	requireOneBeginning(bytes, Number(stated));
	return Number(stated);
}

/**
 * Some viewers read a linearized file that has the stated length from its beginning (ISO 32000-1, annex F):
 * there has to stand what the end names, and not another state.
 */
function requireOneBeginning(bytes: Buffer, start: number) {
	const beginning = bytes.toString('latin1', 0, BEGINNING_BYTES);
	const names = beginning.replace(/#([\da-f]{2})/gi, (_name, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	if (!/\/Linearized/.test(names)) return;
	const lengths = [...names.matchAll(/\/L[\0\t\n\f\r ]+(\d+)(?=[\0\t\n\f\r />])/g)];
	if (lengths.length > 0 && lengths.every(([, length]) => Number(length) !== bytes.length)) return;
	const head = /^(?:[\s\0]|%[^\r\n]*)*(?=\d+\s+\d+\s+obj)/.exec(beginning)?.[0].length;
	const behind = beginning.indexOf('endobj', head) + 'endobj'.length;
	const isHead = head !== undefined && beginning.lastIndexOf('Linearized', behind) > head;
	if (!isHead || bytes.toString('latin1', behind, start).trim() !== '') {
		throw new AmbiguousFileError();
	}
}

function follow(bytes: Buffer, start: number): CrossReference {
	const entries: CrossReference['entries'] = new Map();
	const visited = new Set<number>();
	const hidden = new Set<Entry>();
	let newest: PDFDict | undefined;
	for (let offset: number | undefined = start; offset !== undefined;) {
		if (visited.has(offset)) throw new Error('The sections go in circles');
		visited.add(offset);
		const section = sectionAt(bytes, offset);
		newest ??= section.trailer;
		const free = section.entries.filter(({ place }) => place === 'free');
		const numbers = new Set(free.map(({ number }) => number));
		for (const entry of listed(bytes, section).values()) {
			const newer = entries.get(entry.number);
			if (!newer) entries.set(entry.number, entry);
			if (entry.place === 'free') continue;
			if (numbers.has(entry.number)) hidden.add(entry);
			// Viewers that take the table's word lose what was shown before, or find what was hidden.
			const isSame = JSON.stringify(newer?.place) === JSON.stringify(entry.place);
			const isOther = newer && hidden.has(newer) !== hidden.has(entry);
			if (isOther && (isSame || hidden.has(newer))) throw new AmbiguousFileError();
		}
		offset = numberIn(section.trailer, 'Prev');
	}
	if (!newest) throw new Error('No section');
	return { entries, trailer: newest };
}

/** Of a hybrid file, with what it hides from old viewers in a stream (ISO 32000-1, 7.5.8.4). */
function listed(bytes: Buffer, section: Section): Map<number, Entry> {
	const hybrid = numberIn(section.trailer, 'XRefStm');
	const hidden = hybrid === undefined ? [] : streamAt(bytes, hybrid).entries;
	const entries = new Map<number, Entry>();
	for (const entry of [...hidden, ...section.entries]) {
		const other = entries.get(entry.number);
		const isTwice = other && JSON.stringify(other) !== JSON.stringify(entry);
		const isHidden = isTwice && entry.place === 'free' && hidden.includes(other);
		if (isTwice && !isHidden && entry.number > 0) throw new AmbiguousFileError();
		if (!other) entries.set(entry.number, entry);
	}
	return entries;
}

export function numberIn(dict: PDFDict, key: string): number | undefined {
	const value = dict.get(PDFName.of(key));
	return value instanceof PDFNumber ? value.asNumber() : undefined;
}

function numbersIn(dict: PDFDict, key: string): number[] | undefined {
	const list = dict.get(PDFName.of(key));
	if (!(list instanceof PDFArray)) return undefined;
	return list.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : NaN));
}

function sectionAt(bytes: Buffer, offset: number): Section {
	const start = bytes.toString('latin1', offset, offset + 40);
	return /^\s*xref/.test(start) ? tableAt(bytes, offset) : streamAt(bytes, offset);
}

/** Exactly as the standard writes it: what deviates is repaired by some viewers and read by others. */
function tableAt(bytes: Buffer, offset: number): Section {
	const end = bytes.indexOf('trailer', offset);
	if (end === -1) throw new Error('No trailer');
	const text = bytes.toString('latin1', offset, end);
	const [start, subsection] = [/\s*xref\s+/y, /(\d+) (\d+) *(?:\r\n|\r|\n)/y];
	const entry = /(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)/y;
	const entries: Entry[] = [];
	start.exec(text);
	const last = text.trimEnd().length;
	for (let at = start.lastIndex; at < last;) {
		subsection.lastIndex = at;
		const [, first, count] = (subsection.exec(text) ?? []).map(Number);
		if (first === undefined || count === undefined) throw new Error('No subsection');
		at = subsection.lastIndex;
		for (let number = first; number < first + count; number += 1) {
			entry.lastIndex = at;
			const [, place, generation, kind] = entry.exec(text) ?? [];
			if (kind === undefined) throw new Error('No entry');
			at = entry.lastIndex;
			// An offset of 0 is the header of the file: writers mean a free object by it.
			const isInUse = kind === 'n' && Number(place) > 0;
			const where = isInUse ? { offset: Number(place) } : 'free';
			entries.push({ number, generation: Number(generation), place: where });
		}
	}
	const behind = bytes.subarray(end + 'trailer'.length);
	const trailer = PDFObjectParser.forBytes(behind, PDFContext.create()).parseObject();
	if (!(trailer instanceof PDFDict)) throw new Error('No trailer');
	return { entries, trailer };
}

function streamAt(bytes: Buffer, offset: number): Section {
	const { object } = objectAt(bytes, offset, PDFContext.create());
	if (!(object instanceof PDFRawStream)) throw new Error('No cross-reference stream');
	const [content, trailer] = [contentOf(object), object.dict];
	const widths = numbersIn(trailer, 'W');
	const ranges = numbersIn(trailer, 'Index') ?? [0, numberIn(trailer, 'Size') ?? 0];
	if (widths?.length !== 3) throw new Error('No widths');
	let at = 0;
	const next = (width = 0) => {
		at += width;
		if (at > content.length) throw new Error('Entries are missing');
		return content.subarray(at - width, at).reduce((sum, byte) => sum * 256 + byte, 0);
	};
	const entries: Entry[] = [];
	for (let range = 0; range + 1 < ranges.length; range += 2) {
		const [first = 0, count = 0] = ranges.slice(range, range + 2);
		for (let number = first; number < first + count; number += 1) {
			const type = widths[0] === 0 ? 1 : next(widths[0]);
			const [place, generation] = [next(widths[1]), next(widths[2])];
			entries.push(entryOf(number, type, place, generation));
		}
	}
	return { entries, trailer };
}

/** By the second and third field, which mean something else for each type (ISO 32000-1, table 18). */
function entryOf(number: number, type: number, place: number, generation: number): Entry {
	if (type === 0) return { number, generation, place: 'free' };
	if (type === 1) return { number, generation, place: { offset: place } };
	if (type !== 2) throw new Error('An unknown type');
	return { number, generation: 0, place: { container: place, index: generation } };
}

/** The object that begins at an offset, with the number that it claims. */
export function objectAt(bytes: Buffer, offset: number, context: PDFContext) {
	const header = /^[\t\n\f\r ]*(\d+)[\t\n\f\r ]+(\d+)[\t\n\f\r ]+obj/.exec(
		bytes.toString('latin1', offset, offset + 40),
	);
	if (!header) throw new Error(`No object at ${offset}`);
	const parser = PDFObjectParser.forBytes(bytes.subarray(offset + header[0].length), context);
	return { number: Number(header[1]), generation: Number(header[2]), object: parser.parseObject() };
}
