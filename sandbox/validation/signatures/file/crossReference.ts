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

/** Where an object stands: at an offset, in an object stream with that number, or nowhere any more. */
export type Place = { offset: number } | { container: number } | 'free';

/** Which objects a file has, as its newest cross-reference and those before it say (ISO 32000-1, 7.5.4). */
export interface CrossReference {
	places: Map<string, { number: number; generation: number; place: Place }>;
	/** Of the newest section. */
	trailer: PDFDict;
}

interface Section {
	entries: Entry[];
	trailer: PDFDict;
}
interface Entry {
	number: number;
	generation: number;
	place: Place;
}

/** Undefined when it cannot be followed, so that a viewer would have to mend the file. */
export function readCrossReference(pdf: Uint8Array): CrossReference | undefined {
	const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
	try {
		return follow(bytes, newestSection(bytes));
	} catch {
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
	const places: CrossReference['places'] = new Map();
	const decided = new Set<number>();
	const visited = new Set<number>();
	let newest: PDFDict | undefined;
	const queue = [start];
	for (let offset = queue.shift(); offset !== undefined; offset = queue.shift()) {
		if (visited.has(offset)) throw new Error('The sections go in circles');
		visited.add(offset);
		const { entries, trailer } = sectionAt(bytes, offset);
		newest ??= trailer;
		for (const entry of entries) {
			if (decided.has(entry.number)) continue;
			decided.add(entry.number);
			places.set(`${entry.number} ${entry.generation}`, entry);
		}
		// What a hybrid file keeps in a stream comes before the older sections.
		queue.push(...[numberIn(trailer, 'XRefStm'), numberIn(trailer, 'Prev')].filter(isNumber));
	}
	if (!newest) throw new Error('No section');
	return { places, trailer: newest };
}

const isNumber = (value: number | undefined) => value !== undefined;

function numberIn(dict: PDFDict, key: string): number | undefined {
	const value = dict.get(PDFName.of(key));
	return value instanceof PDFNumber ? value.asNumber() : undefined;
}

function sectionAt(bytes: Buffer, offset: number): Section {
	const start = bytes.toString('latin1', offset, offset + 40);
	return /^\s*xref/.test(start) ? tableAt(bytes, offset) : streamAt(bytes, offset);
}

function tableAt(bytes: Buffer, offset: number): Section {
	const end = bytes.indexOf('trailer', offset);
	if (end === -1) throw new Error('No trailer');
	const tokens = bytes.toString('latin1', offset, end).trim().split(/\s+/).slice(1);
	const entries: Entry[] = [];
	for (let at = 0; at < tokens.length; ) {
		const [first, count] = [Number(tokens[at]), Number(tokens[at + 1])];
		if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count)) throw new Error('No table');
		at += 2;
		for (let index = 0; index < count; index += 1, at += 3) {
			entries.push(tableEntry(first + index, tokens.slice(at, at + 3)));
		}
	}
	const parser = PDFObjectParser.forBytes(
		bytes.subarray(end + 'trailer'.length),
		PDFContext.create(),
	);
	const trailer = parser.parseObject();
	if (!(trailer instanceof PDFDict)) throw new Error('No trailer');
	return { entries, trailer };
}

function tableEntry(number: number, [offset, generation, kind]: string[]): Entry {
	if (kind !== 'n' && kind !== 'f') throw new Error('No entry');
	return {
		number,
		generation: Number(generation),
		// An offset of 0 is the header of the file: writers mean a free object by it.
		place: kind === 'n' && Number(offset) > 0 ? { offset: Number(offset) } : 'free',
	};
}

function streamAt(bytes: Buffer, offset: number): Section {
	const { object } = objectAt(bytes, offset, PDFContext.create());
	if (!(object instanceof PDFRawStream)) throw new Error('No cross-reference stream');
	if (!(object.dict.get(PDFName.of('W')) instanceof PDFArray)) throw new Error('No widths');
	const entries = PDFXRefStreamParser.forStream(object)
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
