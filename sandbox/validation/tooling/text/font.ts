import {
	PDFArray,
	PDFDict,
	PDFDocument,
	PDFName,
	PDFNumber,
	PDFRawStream,
	StandardFonts,
	type PDFFont,
	type PDFObject,
} from '@cantoo/pdf-lib';
import { contentOf } from '../../../pdf/file/streamContent.ts';
import { textOfGlyph } from './glyphNames.ts';
import { readUnicodeMap } from './unicodeMap.ts';

/** One code in a string that is shown. */
interface ShownCode {
	bytes: number;
	/** Undefined where the font does not say what it stands for. */
	text: string | undefined;
	/** In thousandths of the font's size. */
	width: number;
	/** Word spacing counts for it. */
	isSpace: boolean;
}

export type Font = (shown: Buffer) => ShownCode[];

/** How to read what is shown in a font (ISO 32000-1, 9.5 to 9.10). */
export async function readFont(dict: PDFDict): Promise<Font> {
	const texts = unicodesOf(dict);
	return nameIn(dict, 'Subtype') === 'Type0'
		? compositeFont(dict, texts)
		: await simpleFont(dict, texts);
}

function unicodesOf(dict: PDFDict): Map<number, string> | undefined {
	const map = dict.lookup(PDFName.of('ToUnicode'));
	return map instanceof PDFRawStream
		? readUnicodeMap(contentOf(map).toString('latin1'))
		: undefined;
}

const WIN_ANSI = new TextDecoder('windows-1252');

async function simpleFont(dict: PDFDict, texts?: Map<number, string>): Promise<Font> {
	const encoding = dict.lookup(PDFName.of('Encoding'));
	const names = encoding instanceof PDFDict ? differencesIn(encoding) : new Map<number, string>();
	const textOf = (code: number) => {
		const name = names.get(code);
		const own = texts?.get(code) ?? (name === undefined ? undefined : textOfGlyph(name));
		// Without a name the usual encodings agree on ASCII; symbols of a font say nothing by their codes.
		const isPlain = name === undefined && !(isSymbolic(dict) && !encoding);
		return own ?? (isPlain ? WIN_ANSI.decode(Uint8Array.of(code)) : undefined);
	};
	const widthOf = await simpleWidths(dict, textOf);
	return (shown) =>
		[...shown].map((code) => ({
			...{ bytes: 1, text: textOf(code), width: widthOf(code), isSpace: code === 32 },
		}));
}

async function simpleWidths(dict: PDFDict, textOf: (code: number) => string | undefined) {
	const widths = dict.lookup(PDFName.of('Widths'));
	const first = numberIn(dict, 'FirstChar') ?? 0;
	const descriptor = dict.lookup(PDFName.of('FontDescriptor'));
	const missing = (descriptor instanceof PDFDict && numberIn(descriptor, 'MissingWidth')) || 0;
	const scale = nameIn(dict, 'Subtype') === 'Type3' ? type3Scale(dict) : 1;
	if (widths instanceof PDFArray) {
		const list = widths.asArray().map((_one, at) => numberOf(widths.lookup(at)) ?? missing);
		return (code: number) => (list[code - first] ?? missing) * scale;
	}
	const metrics = await standardFont(nameIn(dict, 'BaseFont') ?? '');
	return (code: number) => {
		try {
			return metrics.widthOfTextAtSize(textOf(code) ?? '', 1000);
		} catch {
			// A character that the standard font does not have.
			return missing;
		}
	};
}

/** Only the fonts that every reader has may leave their widths out; others are measured like Helvetica. */
async function standardFont(name: string): Promise<PDFFont> {
	const like = Object.values(StandardFonts).find((one) => (one as string) === name);
	return (await PDFDocument.create()).embedStandardFont(like ?? StandardFonts.Helvetica);
}

function compositeFont(dict: PDFDict, texts?: Map<number, string>): Font {
	const list = dict.lookup(PDFName.of('DescendantFonts'));
	const inner = list instanceof PDFArray ? list.lookup(0) : undefined;
	const widths = inner instanceof PDFDict ? compositeWidths(inner) : new Map<number, number>();
	const usual = (inner instanceof PDFDict && numberIn(inner, 'DW')) || 1000;
	// With any other map, codes and glyphs differ, and neither text nor widths are known.
	const isIdentity = /^Identity-[HV]$/.test(nameIn(dict, 'Encoding') ?? '');
	return (shown) =>
		Array.from({ length: Math.floor(shown.length / 2) }, (_one, at) => {
			const code = shown.readUInt16BE(at * 2);
			const width = (isIdentity ? widths.get(code) : undefined) ?? usual;
			return { bytes: 2, text: texts?.get(code), width, isSpace: false };
		});
}

/** `first [w w w]` or `first last w`, one after the other. */
function compositeWidths(dict: PDFDict): Map<number, number> {
	const widths = new Map<number, number>();
	const array = dict.lookup(PDFName.of('W'));
	if (!(array instanceof PDFArray)) return widths;
	for (let at = 0; at + 1 < array.size();) {
		const first = numberOf(array.lookup(at)) ?? 0;
		const second = array.lookup(at + 1);
		if (second instanceof PDFArray) {
			second.asArray().forEach((_one, step) => {
				widths.set(first + step, numberOf(second.lookup(step)) ?? 0);
			});
			at += 2;
			continue;
		}
		const last = Math.min(numberOf(second) ?? first, 0xffff);
		const width = at + 2 < array.size() ? (numberOf(array.lookup(at + 2)) ?? 0) : 0;
		for (let code = first; code <= last; code += 1) widths.set(code, width);
		at += 3;
	}
	return widths;
}

function differencesIn(encoding: PDFDict): Map<number, string> {
	const names = new Map<number, string>();
	const list = encoding.lookup(PDFName.of('Differences'));
	if (!(list instanceof PDFArray)) return names;
	let code = 0;
	list.asArray().forEach((_one, at) => {
		const entry = list.lookup(at);
		if (entry instanceof PDFNumber) code = entry.asNumber();
		if (entry instanceof PDFName) names.set(code++, entry.decodeText());
	});
	return names;
}

const SYMBOLIC = 4;

function isSymbolic(dict: PDFDict): boolean {
	const descriptor = dict.lookup(PDFName.of('FontDescriptor'));
	return descriptor instanceof PDFDict && ((numberIn(descriptor, 'Flags') ?? 0) & SYMBOLIC) !== 0;
}

function type3Scale(dict: PDFDict): number {
	const matrix = dict.lookup(PDFName.of('FontMatrix'));
	return matrix instanceof PDFArray ? (numberOf(matrix.lookup(0)) ?? 0.001) * 1000 : 1;
}

const numberOf = (value: PDFObject | undefined) =>
	value instanceof PDFNumber ? value.asNumber() : undefined;
const numberIn = (dict: PDFDict, key: string) => numberOf(dict.lookup(PDFName.of(key)));

function nameIn(dict: PDFDict, key: string): string | undefined {
	const value = dict.lookup(PDFName.of(key));
	return value instanceof PDFName ? value.decodeText() : undefined;
}
