import { createHash } from 'crypto';

import { dejaVu } from './dejaVu';

/** A capital I with serifs, for text in which it must not look like a small l. */
export const SERIF_I = '\ue000';

const numbersIn = (base64: string) => {
	const bytes = Buffer.from(base64, 'base64');
	return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(2 * at));
};

function readFont() {
	const bytes = Buffer.from(dejaVu.outlines, 'base64');
	let end = 0;
	const outlines = numbersIn(dejaVu.lengths).map((length) => bytes.subarray(end, (end += length)));
	const characters = dejaVu.characters.split(' ').flatMap((range) => {
		const [first = 0, last = first] = range.split('-').map((code) => parseInt(code, 16));
		return Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at));
	});
	const glyphs = new Map(characters.map((one, at) => [one, at]));
	return { glyphs, outlines, advances: numbersIn(dejaVu.advances) };
}

/** Most executions never write a text. */
let loaded: ReturnType<typeof readFont> | undefined;
const font = () => (loaded ??= readFont());

/** At most three accents: to sort thousands of them, as `normalize` does, takes minutes. */
const WITH_ACCENTS = /\P{M}\p{M}{1,3}(?!\p{M})|[^\0-\xff](?!\p{M})/gu;

/**
 * One form for letters with accents, line breaks and tabs, of which text has several. The soft hyphen only says where a
 * word may be broken.
 */
export const normalized = (text: string) =>
	text
		.replace(WITH_ACCENTS, (one) => one.normalize('NFC'))
		.replace(/\r\n?/g, '\n')
		.replace(/\t/g, '    ')
		.replace(/\u00ad/g, '');

/** The characters that the font does not have, each once. */
export function unprintable(text: string): string[] {
	const { glyphs } = font();
	const isOther = (one: string) => one === SERIF_I || !(one === '\n' || glyphs.has(one));
	return [...new Set(normalized(text))].filter(isOther);
}

const { unitsPerEm, box, ascent, descent, limits } = dejaVu.metrics;
const inThousandths = (units: number) => Math.round((units * 1000) / unitsPerEm);

/** In thousandths of the font size. */
export function widthOf(character: string): number {
	const { glyphs, advances } = font();
	return inThousandths(advances[glyphs.get(character) ?? -1] ?? 0);
}

/** Each font of the file has one byte for a character, and the first has those of ASCII. */
const FIRST_BYTE = 0x20;
const BYTES = 0x100 - FIRST_BYTE;
const ASCII = Array.from({ length: 0x7f - FIRST_BYTE }, (_, at) =>
	String.fromCharCode(FIRST_BYTE + at),
);

/** Collects the characters that a file uses, in as many fonts as they need. */
export class UsedFonts {
	private readonly slots = new Map(ASCII.map((one, at) => [one, at]));
	private readonly used = new Set<string>();

	/** The text as strings of PDF, each with the name of its font. */
	encode(text: string): Array<{ name: string; shown: string }> {
		const parts: Array<{ at: number; bytes: number[] }> = [];
		for (const character of text) {
			const slot = this.slots.get(character) ?? this.slots.size;
			this.slots.set(character, slot);
			this.used.add(character);
			const at = Math.floor(slot / BYTES);
			if (parts.at(-1)?.at !== at) parts.push({ at, bytes: [] });
			parts.at(-1)?.bytes.push(FIRST_BYTE + (slot % BYTES));
		}
		return parts.map(({ at, bytes }) => {
			const shown = Buffer.from(bytes)
				.toString('latin1')
				.replace(/[\\()]/g, '\\$&');
			return { name: `F${at}`, shown };
		});
	}

	/** Of each font its name, and its objects by the number of the first, which is the font itself. */
	objects(): Array<{ name: string; objectsFrom: (number: number) => string[] }> {
		const characters = [...this.slots.keys()].map((one) => (this.used.has(one) ? one : ''));
		return Array.from({ length: Math.ceil(characters.length / BYTES) }, (_, at) => {
			const ofThis = characters.slice(at * BYTES, (at + 1) * BYTES);
			return { name: `F${at}`, objectsFrom: (number) => fontObjects(ofThis, number) };
		});
	}
}

const stream = (content: string, more = '') =>
	`<< /Length ${content.length}${more} >>\nstream\n${content}\nendstream`;

/** ISO 32000, 9.6.3 and 9.8. The characters are those of the bytes from 0x20; an unused one is empty. */
function fontObjects(characters: string[], number: number): string[] {
	const hash = createHash('sha256').update(characters.join()).digest();
	const tag = Array.from(hash.subarray(0, 6), (byte) => String.fromCharCode(0x41 + (byte % 26)));
	const name = `/${tag.join('')}+DejaVuSansCondensed`;
	const file = trueTypeFile(characters).toString('latin1');
	const widths = characters.map(widthOf).join(' ');
	return [
		`<< /Type /Font /Subtype /TrueType /BaseFont ${name} /FirstChar ${FIRST_BYTE} /LastChar ${FIRST_BYTE + characters.length - 1} /Widths [ ${widths} ] /FontDescriptor ${number + 1} 0 R /ToUnicode ${number + 3} 0 R >>`,
		`<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [ ${box.map(inThousandths).join(' ')} ] /ItalicAngle 0 /Ascent ${inThousandths(ascent)} /Descent ${inThousandths(descent)} /CapHeight 729 /StemV 80 /FontFile2 ${number + 2} 0 R >>`,
		stream(file, ` /Length1 ${file.length}`),
		stream(toUnicode(characters)),
	];
}

/** For searching and copying (ISO 32000, 9.10.3); a block has at most 100 rows. */
function toUnicode(characters: string[]): string {
	const rows = characters.flatMap((one, at) => {
		const unicode = (one === SERIF_I ? 'I' : one).charCodeAt(0).toString(16).padStart(4, '0');
		return one ? [`<${(FIRST_BYTE + at).toString(16)}> <${unicode}>`] : [];
	});
	const blocks = Array.from({ length: Math.ceil(rows.length / 100) }, (_, at) => {
		const block = rows.slice(at * 100, (at + 1) * 100);
		return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`;
	});
	return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <20> <ff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

/** Glyphs in the order of their bytes behind an empty one, then those that they consist of (OpenType, glyf). */
function trueTypeFile(characters: string[]): Buffer {
	const { glyphs, advances, outlines } = font();
	const ids = ['', ...characters].map((one) => glyphs.get(one) ?? -1);
	const numbers = new Map<number, number>();
	const written: Buffer[] = [];
	// Grows meanwhile.
	for (const id of ids) {
		const outline = Buffer.from(outlines[id] ?? []);
		for (const at of componentsOf(outline)) {
			const component = outline.readUInt16BE(at);
			if (!numbers.has(component)) numbers.set(component, ids.push(component) - 1);
			outline.writeUInt16BE(numbers.get(component) ?? 0, at);
		}
		written.push(outline);
	}
	let end = 0;
	const ends = [0, ...written.map(({ length }) => (end += length))];
	const leftEdge = (outline: Buffer) => (outline.length > 0 ? outline.readUInt16BE(2) : 0);
	const first = 0xf000 + FIRST_BYTE;
	const segments = [first + characters.length - 1, 0xffff, 0, first, 0xffff, 1 - first, 1, 0, 0];
	const none = (count: number) => new Array<number>(count).fill(0);
	return trueType({
		cmap: shorts([0, 1, 3, 0, 0, 12, 4, 32, 0, 4, 4, 1, 0, ...segments]),
		glyf: Buffer.concat(written),
		head: shorts([
			...[1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 3, unitsPerEm],
			...[...none(8), ...box, 0, 8, 2, 1, 0],
		]),
		hhea: shorts([1, 0, ascent, descent, ...none(13), ids.length]),
		hmtx: shorts(ids.flatMap((id, at) => [advances[id] ?? 0, leftEdge(written[at]!)])),
		loca: shorts(ends.flatMap((one) => [one >>> 16, one])),
		maxp: shorts([1, 0, ids.length, ...limits]),
	});
}

const shorts = (numbers: number[]) =>
	Buffer.concat(numbers.map((number) => Buffer.from([number >> 8, number])));

/** Where a glyph names the others that it consists of. */
function componentsOf(outline: Buffer): number[] {
	const found: number[] = [];
	for (let at = 10, more = outline.length > 0 && outline.readInt16BE(0) < 0; more;) {
		const flags = outline.readUInt16BE(at);
		const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
		found.push(at + 2);
		at += 4 + (flags & 0x01 ? 4 : 2) + scale;
		more = (flags & 0x20) !== 0;
	}
	return found;
}

function trueType(tables: Record<string, Buffer>): Buffer {
	const padded = Object.values(tables).map((one) => Buffer.concat([one], (one.length + 3) & ~3));
	let end = 12 + 16 * padded.length;
	const directory = Object.entries(tables).map(([tag, { length }], at) => {
		const bytes = padded[at]!;
		let sum = 0;
		for (let word = 0; word < bytes.length; word += 4) sum += bytes.readUInt32BE(word);
		const row = [sum % 2 ** 32, end, length].flatMap((one) => [one >>> 16, one]);
		end += bytes.length;
		return Buffer.concat([Buffer.from(tag), shorts(row)]);
	});
	return Buffer.concat([shorts([1, 0, padded.length, 64, 2, 48]), ...directory, ...padded]);
}
