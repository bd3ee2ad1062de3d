import {
	PDFArray,
	PDFContext,
	PDFDict,
	PDFName,
	PDFNumber,
	PDFObjectParser,
	PDFRawStream,
	PDFXRefStreamParser,
} from '@cantoo/pdf-lib';
import { decoded } from './streamContent.ts';

/** Where an object stands: at an offset, in an object stream with that number, or nowhere any more. */
export type Place = { offset: number } | { container: number } | 'free';

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

interface Section {
	entries: Entry[];
	trailer: PDFDict;
}

/** An object is listed twice in one section: viewers disagree about which entry counts. */
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

function newestSection(bytes: Buffer): number {
	const at = bytes.lastIndexOf('startxref');
	const stated = /^startxref\s+(\d+)/.exec(bytes.toString('latin1', at, at + 40))?.[1];
	if (at === -1 || stated === undefined) throw new Error('No startxref');
	return Number(stated);
}

function follow(bytes: Buffer, start: number): CrossReference {
	const entries: CrossReference['entries'] = new Map();
	const visited = new Set<number>();
	let newest: PDFDict | undefined;
	for (let offset: number | undefined = start; offset !== undefined; ) {
		if (visited.has(offset)) throw new Error('The sections go in circles');
		visited.add(offset);
		const section = sectionAt(bytes, offset);
		newest ??= section.trailer;
		for (const entry of listed(bytes, section).values()) {
			if (!entries.has(entry.number)) entries.set(entry.number, entry);
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
	for (let at = start.lastIndex; text.slice(at, at + 40).trim() !== ''; ) {
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
	if (!(object.dict.get(PDFName.of('W')) instanceof PDFArray)) throw new Error('No widths');
	const entries = PDFXRefStreamParser.forStream(decoded(object))
		.parseIntoContext()
		.map(({ ref, offset: at, deleted, inObjectStream }) => ({
			number: ref.objectNumber,
			generation: inObjectStream ? 0 : ref.generationNumber,
			place: deleted ? ('free' as const) : inObjectStream ? { container: at } : { offset: at },
		}));
	return { entries, trailer: object.dict };
}

/** The object that begins at an offset, with the number that it claims. */
export function objectAt(bytes: Buffer, offset: number, context: PDFContext) {
	const header = /^\s*(\d+)\s+(\d+)\s+obj/.exec(bytes.toString('latin1', offset, offset + 40));
	if (!header) throw new Error(`No object at ${offset}`);
	const parser = PDFObjectParser.forBytes(bytes.subarray(offset + header[0].length), context);
	return { number: Number(header[1]), generation: Number(header[2]), object: parser.parseObject() };
}
