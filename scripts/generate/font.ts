/** The glyphs that text in a PDF can have, taken from the font files of an npm package: code can't read files in n8n. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/setup.mjs';

const MODULE = 'nodes/ESignatureRequest/request/textDocument/font/dejaVu.ts';
const PACKAGE = path.join(root, 'node_modules', 'dejavu-fonts-ttf');

const LETTERS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const SIGNS = /(?=[\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const MORE_SIGNS = '−√∞≈≠≤≥■□●○☐☑☒✓✔✗✘';
/** Private use: a capital I that doesn't look like a small l. */
const SERIF_I = 0xe000;

/** The license next to it must ship with it. */
export function fontModule(): Map<string, string> {
	const sans = fontOf('DejaVuSansCondensed');
	const serif = fontOf('DejaVuSerifCondensed');
	const isIncluded = (code: number) => {
		const one = String.fromCharCode(code);
		if (UNSEEN.test(one)) return false;
		if (LETTERS.test(one) || MORE_SIGNS.includes(one)) return true;
		return (code < 0x0400 || (code >= 0x2000 && code < 0x2200)) && SIGNS.test(one);
	};
	const codes = [...sans.glyphIds.keys()].filter(isIncluded).sort((a, b) => a - b);
	const serifI = serif.glyphIds.get('I'.charCodeAt(0))!;
	const glyphs = [
		...codes.map((code) => ({ font: sans, id: sans.glyphIds.get(code)! })),
		{ font: serif, id: serifI },
	];
	const numbers = new Map(glyphs.map(({ font, id }, at) => [font === sans ? id : -1, at]));
	// Grows meanwhile.
	for (const { font, id } of glyphs) {
		for (const { id: component } of font.componentsOf(id)) {
			if (!numbers.has(component)) numbers.set(component, glyphs.push({ font, id: component }) - 1);
		}
	}
	const outlines = glyphs.map(({ font, id }) => {
		const outline = Buffer.from(font.outlineOf(id));
		for (const { id: component, at } of font.componentsOf(id)) {
			outline.writeUInt16BE(numbers.get(component)!, at);
		}
		return outline;
	});
	const advances = glyphs.map(({ font, id }) => font.advanceOf(id));
	const text = [
		'// Written by `npm run generate`.',
		'/** Parts of DejaVu Sans Condensed and DejaVu Serif Condensed, see LICENSE. Numbers have two bytes each. */',
		'export const dejaVu = {',
		`	metrics: ${JSON.stringify(sans.metrics)},`,
		'	/** Code points in hexadecimal. Each has a glyph, in this order; components of glyphs follow. */',
		`	characters: '${rangesOf([...codes, SERIF_I])}',`,
		`	advances: '${inBase64(advances)}',`,
		`	lengths: '${inBase64(outlines.map(({ length }) => length))}',`,
		`	outlines: '${Buffer.concat(outlines).toString('base64')}',`,
		'};',
	];
	return new Map([[MODULE, text.join('\n')]]);
}

/** A TrueType file (the OpenType specification has its tables). */
function fontOf(name: string) {
	const file = readFileSync(path.join(PACKAGE, 'ttf', `${name}.ttf`));
	const rows = Array.from({ length: file.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
	const tables = new Map(
		rows.map((row) => {
			const start = file.readUInt32BE(row + 8);
			const tag = file.toString('latin1', row, row + 4);
			return [tag, file.subarray(start, start + file.readUInt32BE(row + 12))];
		}),
	);
	const table = (tag: string) => tables.get(tag)!;
	const loca = table('loca');
	const head = table('head');
	const hhea = table('hhea');
	const longMetrics = hhea.readUInt16BE(34);
	const glyphOf = (id: number) =>
		table('glyf').subarray(loca.readUInt32BE(4 * id), loca.readUInt32BE(4 * id + 4));
	return {
		glyphIds: glyphIdsOf(table('cmap')),
		advanceOf: (id: number) => table('hmtx').readUInt16BE(4 * Math.min(id, longMetrics - 1)),
		outlineOf: (id: number) => withoutInstructions(glyphOf(id)),
		componentsOf: (id: number) => componentsOf(glyphOf(id)),
		metrics: {
			unitsPerEm: head.readUInt16BE(18),
			box: [36, 38, 40, 42].map((at) => head.readInt16BE(at)),
			ascent: hhea.readInt16BE(4),
			descent: hhea.readInt16BE(6),
			limits: Array.from({ length: 13 }, (_, at) => table('maxp').readUInt16BE(6 + 2 * at)),
		},
	};
}

/** By character, from the subtable for the basic multilingual plane (format 4). */
function glyphIdsOf(cmap: Buffer): Map<number, number> {
	const record = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => 4 + 8 * at).find(
		(at) => cmap.readUInt32BE(at) === 0x0003_0001,
	);
	const table = cmap.subarray(cmap.readUInt32BE(record! + 4));
	const segments = table.readUInt16BE(6);
	const ids = new Map<number, number>();
	for (let end = 14; end < 14 + segments; end += 2) {
		const start = end + segments + 2;
		const [delta, offset] = [start + segments, start + 2 * segments];
		const shift = table.readUInt16BE(delta);
		const toIds = table.readUInt16BE(offset);
		const [first, last] = [table.readUInt16BE(start), table.readUInt16BE(end)];
		for (let code = first; code <= last && code < 0xffff; code += 1) {
			const found = toIds && table.readUInt16BE(offset + toIds + 2 * (code - first));
			const id = toIds === 0 ? code + shift : found && found + shift;
			if (id & 0xffff) ids.set(code, id & 0xffff);
		}
	}
	return ids;
}

const isComposite = (glyph: Buffer) => glyph.length > 0 && glyph.readInt16BE(0) < 0;

/** With the place of each component's number in the glyph. */
function componentsOf(glyph: Buffer): Array<{ id: number; at: number; end: number }> {
	const components = [];
	for (let at = 10, more = isComposite(glyph); more;) {
		const flags = glyph.readUInt16BE(at);
		const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
		const end = at + 4 + (flags & 0x01 ? 4 : 2) + scale;
		components.push({ id: glyph.readUInt16BE(at + 2), at: at + 2, end });
		more = (flags & 0x20) !== 0;
		at = end;
	}
	return components;
}

/** Hints for screens of few dots, which would need three tables more. */
function withoutInstructions(glyph: Buffer): Buffer {
	if (glyph.length === 0) return glyph;
	if (isComposite(glyph)) {
		const components = componentsOf(glyph);
		const outline = Buffer.from(glyph.subarray(0, components.at(-1)!.end));
		for (const { at } of components)
			outline.writeUInt16BE(outline.readUInt16BE(at - 2) & ~0x100, at - 2);
		return outline;
	}
	const length = 10 + 2 * glyph.readInt16BE(0);
	const rest = glyph.subarray(length + 2 + glyph.readUInt16BE(length));
	return Buffer.concat([glyph.subarray(0, length), Buffer.alloc(2), rest]);
}

function rangesOf(codes: number[]): string {
	const ranges: number[][] = [];
	for (const code of codes) {
		const last = ranges.at(-1);
		if (last && last[1] === code - 1) last[1] = code;
		else ranges.push([code, code]);
	}
	const inHex = (range: number[]) => [...new Set(range)].map((code) => code.toString(16)).join('-');
	return ranges.map(inHex).join(' ');
}

function inBase64(numbers: number[]): string {
	const bytes = Buffer.alloc(2 * numbers.length);
	for (const [at, number] of numbers.entries()) bytes.writeUInt16BE(number, 2 * at);
	return bytes.toString('base64');
}
