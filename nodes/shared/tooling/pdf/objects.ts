import { LIMITS, UnreadablePdf } from './budget';
import type { Budget } from './budget';

/** A reader for the objects of a PDF (ISO 32000-1, 7.3), as far as its page tree needs it. */

export interface Reference {
	number: number;
}
export type Dictionary = Map<string, PdfValue>;
/** Names keep their slash; texts are not needed and come as null. */
export type PdfValue = number | string | boolean | null | Reference | PdfValue[] | Dictionary;

/**
 * All others are passed over: pages have much in them that says nothing about their size. By themselves, so that each
 * is in memory once.
 */
const NEEDED = new Map(
	[
		...['Root', 'Prev', 'XRefStm', 'W', 'Index', 'Size', 'N', 'First', 'Length', 'Filter'],
		...['DecodeParms', 'Predictor', 'Columns', 'Colors', 'BitsPerComponent', 'FlateDecode'],
		...['Pages', 'Kids', 'MediaBox', 'CropBox', 'Contents'],
	].map((name) => [`/${name}`, `/${name}`]),
);

const LONGEST_NEEDED = Math.max(...[...NEEDED.keys()].map(({ length }) => length));
const OTHER_NAME = '/';

/** More than any that is needed, and than any number. */
const LONGEST_WORD = 127;

const SPACE = 1;
const DELIMITER = 2;
/** What each byte is; all others are parts of names, numbers and words. */
const KINDS = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) KINDS[byte] = SPACE;
for (const byte of Buffer.from('()<>[]{}/%')) KINDS[byte] = DELIMITER;

const BACKSLASH = 0x5c;
const COMMENT = 0x25;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SLASH = 0x2f;
const OPEN_TEXT = 0x28;
const CLOSE_TEXT = 0x29;
const OPEN_HEX = 0x3c;
const CLOSE_HEX = 0x3e;

/** A value in brackets that is not complete yet. */
interface Open {
	closing: '>>' | ']';
	value: PdfValue[] | Dictionary;
	isKept: boolean;
	/** Of the next value, in a dictionary. */
	name?: string;
}

/** In units of `LIMITS.values`, as measured in Node. */
const DICTIONARY_UNITS = 10;
const ENTRY_UNITS = 2;
const LIST_UNITS = 3;
const REFERENCE_UNITS = 3;

export class ObjectReader {
	at: number;
	private readonly bytes: Buffer;
	private readonly budget: Budget;

	constructor(bytes: Buffer, at: number, budget: Budget) {
		if (!isWhole(at) || at > bytes.length) throw new UnreadablePdf();
		this.bytes = bytes;
		this.at = at;
		this.budget = budget;
	}

	/** Without recursion, so that it can pause, and so that no file decides how deep the stack becomes. */
	async value(): Promise<PdfValue> {
		const open: Open[] = [];
		for (;;) {
			if (this.budget.isPauseDue) await this.budget.pause();
			const from = this.at;
			const found = this.step(open);
			this.budget.read(this.at - from);
			if (found === undefined) continue;
			const outer = open.at(-1);
			if (outer) this.put(found, outer);
			else {
				this.budget.add('values', unitsOf(found));
				return found;
			}
		}
	}

	/** The next value, or undefined for the beginning of one. */
	private step(open: Open[]): PdfValue | undefined {
		this.skipSpace();
		const inner = open.at(-1);
		if (inner && this.takes(inner.closing)) {
			if (inner.name !== undefined) throw new UnreadablePdf();
			open.pop();
			// A list that grew has room for more.
			return Array.isArray(inner.value) ? inner.value.slice() : inner.value;
		}
		if (inner?.closing === '>>' && inner.name === undefined) {
			if (this.bytes[this.at] !== SLASH) throw new UnreadablePdf();
			inner.name = this.name();
			return undefined;
		}
		const isDictionary = this.takes('<<');
		if (!isDictionary && !this.takes('[')) return this.plain();
		this.budget.allow('nesting', open.length + 1);
		open.push({
			closing: isDictionary ? '>>' : ']',
			value: isDictionary ? new Map() : [],
			isKept: !inner || (inner.isKept && isNeeded(inner)),
		});
		return undefined;
	}

	private put(found: PdfValue, outer: Open): void {
		if (outer.isKept && isNeeded(outer)) {
			const { value, name } = outer;
			this.budget.add('values', unitsOf(found) + (name === undefined ? 0 : ENTRY_UNITS));
			if (Array.isArray(value)) value.push(found);
			else value.set(name ?? '', found);
		}
		outer.name = undefined;
	}

	/** Without brackets. */
	private plain(): PdfValue {
		const first = this.bytes[this.at];
		if (first === OPEN_TEXT) return this.skipText();
		if (first === OPEN_HEX) return this.skipHex();
		if (first === SLASH) return this.name();
		const word = this.word();
		if (word.length > LONGEST_WORD) throw new UnreadablePdf();
		if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return this.reference(word) ?? finite(word);
		if (word === 'true' || word === 'false') return word === 'true';
		if (word === 'null') return null;
		throw new UnreadablePdf();
	}

	/** Whether these characters come next, which are then read. */
	takes(characters: string): boolean {
		for (let index = 0; index < characters.length; index++) {
			if (this.bytes[this.at + index] !== characters.charCodeAt(index)) return false;
		}
		this.at += characters.length;
		return true;
	}

	/** A whole number without a sign that comes next, or undefined. */
	private digits(): number | undefined {
		const from = this.skip(isDigit);
		const number = Number(this.bytes.toString('latin1', from, this.at));
		return this.at > from && Number.isSafeInteger(number) ? number : undefined;
	}

	/** The same with space before it, as one step; without a number the file is damaged. */
	nextNumber(): number {
		const from = this.at;
		this.skipSpace();
		const number = this.digits();
		this.budget.read(this.at - from);
		if (number === undefined) throw new UnreadablePdf();
		return number;
	}

	/** Also comments, which end with their line. */
	skipSpace(): void {
		let isComment = false;
		this.skip((byte) => {
			if (isComment) isComment = byte !== LINE_FEED && byte !== RETURN;
			else if (byte === COMMENT) isComment = true;
			else return KINDS[byte] === SPACE;
			return true;
		});
	}

	/** The bytes that come next and are part of the same; answers with where they began. */
	private skip(isPart: (byte: number) => boolean): number {
		const from = this.at;
		const end = Math.min(this.bytes.length, from + LIMITS.tokenBytes + 1);
		while (this.at < end && isPart(this.bytes[this.at] ?? 0)) this.at++;
		this.budget.allow('tokenBytes', this.at - from);
		return from;
	}

	/** The number of an object is all that is needed of a reference to it. */
	private reference(word: string): Reference | undefined {
		if (!/^\d+$/.test(word)) return undefined;
		const back = this.at;
		this.skipSpace();
		if (this.digits() !== undefined) {
			this.skipSpace();
			if (this.takes('R') && !isRegular(this.bytes[this.at])) return { number: finite(word) };
		}
		this.budget.read(this.at - back);
		this.at = back;
		return undefined;
	}

	private name(): string {
		const from = this.at++;
		this.skip(isRegular);
		if (this.at - from > LONGEST_NEEDED) return OTHER_NAME;
		return NEEDED.get(this.bytes.toString('latin1', from, this.at)) ?? OTHER_NAME;
	}

	private word(): string {
		const from = this.skip(isRegular);
		return this.bytes.toString('latin1', from, Math.min(this.at, from + LONGEST_WORD + 1));
	}

	private skipHex(): null {
		this.skip((byte) => byte !== CLOSE_HEX);
		if (!this.takes('>')) throw new UnreadablePdf();
		return null;
	}

	/** Brackets come in pairs in it, unless a backslash is before them. */
	private skipText(): null {
		const from = this.at;
		const end = Math.min(this.bytes.length, from + LIMITS.tokenBytes + 1);
		let open = 0;
		while (this.at < end) {
			const byte = this.bytes[this.at++];
			if (byte === BACKSLASH) this.at++;
			else if (byte === OPEN_TEXT) open++;
			else if (byte === CLOSE_TEXT && --open === 0) return null;
		}
		this.budget.allow('tokenBytes', this.at - from);
		throw new UnreadablePdf();
	}
}

export function isWhole(value: PdfValue | undefined): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isNeeded({ name }: Open): boolean {
	return name !== OTHER_NAME;
}

function unitsOf(value: PdfValue): number {
	if (typeof value !== 'object' || value === null) return 1;
	if (value instanceof Map) return DICTIONARY_UNITS;
	return Array.isArray(value) ? LIST_UNITS : REFERENCE_UNITS;
}

function isDigit(byte: number): boolean {
	return byte >= 48 && byte <= 57;
}

function isRegular(byte: number | undefined): boolean {
	return byte !== undefined && KINDS[byte] === 0;
}

function finite(word: string): number {
	const number = Number(word);
	if (!Number.isFinite(number)) throw new UnreadablePdf();
	return number;
}
