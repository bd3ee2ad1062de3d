/** Reads just as much of a font (Adobe Technical Note 5176, CFF) as to know how wide its letters are. */

interface Index {
	items: Buffer[];
	end: number;
}

type Operands = Map<number, number[]>;

/** The widths of the printable ASCII characters that the font draws, by their codes. */
export function glyphWidths(font: Buffer): Map<number, number> {
	const names = readIndex(font, font[2]!);
	const tops = readIndex(font, names.end);
	const top = readDictionary(tops.items[0]!);
	const glyphs = readIndex(font, top.get(CHAR_STRINGS)![0]!).items;
	const [size, start] = top.get(PRIVATE)! as [number, number];
	const own = readDictionary(font.subarray(start, start + size));
	const strings = readIndex(font, tops.end);
	const ownAt = own.get(SUBROUTINES)?.[0];
	const subroutines: Subroutines = {
		[CALL_OWN]: ownAt === undefined ? [] : readIndex(font, start + ownAt).items,
		[CALL_GLOBAL]: readIndex(font, strings.end).items,
	};
	const usual = own.get(DEFAULT_WIDTH)?.[0] ?? 0;
	const nominal = own.get(NOMINAL_WIDTH)?.[0] ?? 0;
	const widths = new Map<number, number>();
	readCharset(font, top.get(CHARSET)![0]!, glyphs.length).forEach((name, glyph) => {
		const code = codeOf(name);
		if (code === undefined) return;
		const stated = statedWidth(glyphs[glyph]!, subroutines);
		widths.set(code, stated === undefined ? usual : nominal + stated);
	});
	return widths;
}

const CHARSET = 15;
const CHAR_STRINGS = 17;
const PRIVATE = 18;
const SUBROUTINES = 19;
const DEFAULT_WIDTH = 20;
const NOMINAL_WIDTH = 21;

/** The first names of every font are those of ASCII, but for the two straight quotes (appendix A). */
function codeOf(name: number): number | undefined {
	const isQuote = name === 8 || name === 65;
	return name >= 1 && name <= 95 && !isQuote ? name + 31 : undefined;
}

function readIndex(font: Buffer, at: number): Index {
	const count = font.readUInt16BE(at);
	if (count === 0) return { items: [], end: at + 2 };
	const size = font[at + 2]!;
	const offset = (number: number) => font.readUIntBE(at + 3 + number * size, size);
	const base = at + 2 + (count + 1) * size;
	const items = Array.from({ length: count }, (_, number) =>
		font.subarray(base + offset(number), base + offset(number + 1)),
	);
	return { items, end: base + offset(count) };
}

function readDictionary(bytes: Buffer): Operands {
	const found: Operands = new Map();
	let operands: number[] = [];
	for (let at = 0; at < bytes.length;) {
		const first = bytes[at]!;
		if (first <= 21) {
			const isLong = first === 12;
			found.set(isLong ? 1200 + bytes[at + 1]! : first, operands);
			operands = [];
			at += isLong ? 2 : 1;
		} else if (first === 30) {
			at = bytes.findIndex((byte, index) => index > at && (byte & 15) === 15) + 1;
			operands.push(Number.NaN);
		} else {
			const { value, length } = readNumber(bytes, at);
			operands.push(value);
			at += length;
		}
	}
	return found;
}

function readNumber(bytes: Buffer, at: number): { value: number; length: number } {
	const first = bytes[at]!;
	if (first === 28) return { value: bytes.readInt16BE(at + 1), length: 3 };
	if (first === 29) return { value: bytes.readInt32BE(at + 1), length: 5 };
	if (first === 255) return { value: bytes.readInt32BE(at + 1) / 65_536, length: 5 };
	if (first <= 246) return { value: first - 139, length: 1 };
	const more = bytes[at + 1]!;
	return {
		value: first <= 250 ? (first - 247) * 256 + more + 108 : -(first - 251) * 256 - more - 108,
		length: 2,
	};
}

/** The name of each glyph, as a number of a string. */
function readCharset(font: Buffer, at: number, glyphs: number): number[] {
	const names = [0];
	const format = font[at]!;
	if (format === 0) {
		for (let glyph = 1; glyph < glyphs; glyph += 1) {
			names.push(font.readUInt16BE(at + 1 + (glyph - 1) * 2));
		}
		return names;
	}
	for (let next = at + 1; names.length < glyphs; next += format + 2) {
		const first = font.readUInt16BE(next);
		const left = font.readUIntBE(next + 2, format);
		for (let more = 0; more <= left; more += 1) names.push(first + more);
	}
	return names;
}

/** How many operands an operator takes besides a width, where that is the first one (Technical Note 5177). */
const TAKEN: Record<number, number> = { 4: 1, 14: 0, 21: 2, 22: 1 };
const STEMS = [1, 3, 18, 19, 20, 23];

const CALL_OWN = 10;
const CALL_GLOBAL = 29;
const RETURN = 11;
type Subroutines = Record<typeof CALL_OWN | typeof CALL_GLOBAL, Buffer[]>;

function statedWidth(glyph: Buffer, subroutines: Subroutines): number | undefined {
	const operands: number[] = [];
	for (let left = glyph; left.length > 0;) {
		const first = left[0]!;
		if (first === CALL_OWN || first === CALL_GLOBAL) {
			const callable = subroutines[first];
			const called = callable[operands.pop()! + biasOf(callable.length)]!;
			left = Buffer.concat([called, left.subarray(1)]);
		} else if (first === RETURN) {
			left = left.subarray(1);
		} else if (first < 32 && first !== 28) {
			const hasWidth = STEMS.includes(first)
				? operands.length % 2 === 1
				: operands.length > (TAKEN[first] ?? Infinity);
			return hasWidth ? operands[0] : undefined;
		} else {
			const { value, length } = readNumber(left, 0);
			operands.push(value);
			left = left.subarray(length);
		}
	}
	return undefined;
}

const biasOf = (count: number) => (count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768);
