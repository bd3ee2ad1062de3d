import { UnreadablePdf } from './budget';
import type { Budget } from './budget';
import { isNumber, Scanner } from './scanner';

export interface Reference {
	number: number;
}
export type Dictionary = Map<string, PdfValue>;
/** Names keep their slash; texts are not needed and come as null. */
export type PdfValue = number | string | boolean | null | Reference | PdfValue[] | Dictionary;

/** The reader skips all others, because pages have many. A map, so that each name is in memory once. */
const NEEDED = new Map(
	[
		...['Root', 'Prev', 'XRefStm', 'W', 'Index', 'Size', 'N', 'First', 'Length', 'Filter'],
		...['DecodeParms', 'Predictor', 'Columns', 'Colors', 'BitsPerComponent', 'FlateDecode'],
		...['Pages', 'Kids', 'MediaBox', 'CropBox', 'Contents'],
	].map((name) => [`/${name}`, `/${name}`]),
);
const OTHER_NAME = '/';
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

/** Reads the objects of a PDF (ISO 32000-1, 7.3), as far as its page tree needs them. */
export class ObjectReader extends Scanner {
	constructor(bytes: Buffer, at: number, budget: Budget) {
		if (!isWhole(at) || at > bytes.length) throw new UnreadablePdf();
		super(bytes, at, budget);
	}

	/** Without recursion, so that it can pause, and so that no file decides how deep the stack becomes. */
	async value(): Promise<PdfValue> {
		const open: Open[] = [];
		for (;;) {
			if (this.budget.isPauseDue) await this.budget.pause();
			const from = this.at;
			const found = this.step(this.token(), open);
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

	/** The value that ends with this token, or undefined for the beginning of one. */
	private step(token: string, open: Open[]): PdfValue | undefined {
		const inner = open.at(-1);
		if (token === inner?.closing) {
			if (inner.name !== undefined) throw new UnreadablePdf();
			open.pop();
			// A list that grew has room for more.
			return Array.isArray(inner.value) ? inner.value.slice() : inner.value;
		}
		if (inner?.closing === '>>' && inner.name === undefined) {
			if (!token.startsWith('/')) throw new UnreadablePdf();
			inner.name = nameOf(token);
			return undefined;
		}
		if (token !== '<<' && token !== '[') return this.plain(token);
		this.budget.allow('nesting', open.length + 1);
		const isKept = !inner || (inner.isKept && isNeeded(inner));
		open.push(
			token === '['
				? { closing: ']', value: [], isKept }
				: { closing: '>>', value: new Map(), isKept },
		);
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
	private plain(token: string): PdfValue {
		// Other characters in a hexadecimal text do no harm.
		if (token === '<') this.skipThrough((byte) => byte !== CLOSE_HEX);
		if (/^[(<]/.test(token)) return null;
		if (token.startsWith('/')) return nameOf(token);
		if (isNumber(token)) return this.reference(token) ?? finite(token);
		if (token === 'true' || token === 'false') return token === 'true';
		if (token === 'null') return null;
		throw new UnreadablePdf();
	}

	/** The number of an object is all that is needed of a reference to it. */
	private reference(word: string): Reference | undefined {
		if (!isCount(word)) return undefined;
		const back = this.at;
		if (isCount(this.word()) && this.word() === 'R') return { number: finite(word) };
		this.budget.read(this.at - back);
		this.at = back;
		return undefined;
	}

	/** A whole number without a sign, as one step; without it the file is damaged. */
	nextNumber(): number {
		const from = this.at;
		const word = this.word();
		this.budget.read(this.at - from);
		if (isCount(word)) return Number(word);
		throw new UnreadablePdf();
	}
}

/** A digit, a space, a digit, and a space. */
const SMALLEST_HEAD = 4;

/** Objects that are packed together (ISO 32000-1, 7.5.7). Each is read only when it's needed. */
export class ObjectStream {
	/** In memory, with what is around the bytes. */
	readonly sizeBytes: number;
	private readonly bytes: Buffer;
	private readonly offsets: Uint32Array;
	private readonly budget: Budget;

	private constructor(bytes: Buffer, offsets: Uint32Array, budget: Budget) {
		this.bytes = bytes;
		this.sizeBytes = 1024 + bytes.length + offsets.byteLength;
		this.offsets = offsets;
		this.budget = budget;
	}

	static async open(dictionary: Dictionary, bytes: Buffer, budget: Budget): Promise<ObjectStream> {
		const [count, first] = [dictionary.get('/N'), dictionary.get('/First')];
		if (!isWhole(count) || !isWhole(first)) throw new UnreadablePdf();
		if (first > bytes.length || count > Math.ceil(first / SMALLEST_HEAD)) {
			throw new UnreadablePdf('It announces more objects than it has.');
		}
		const offsets = new Uint32Array(count);
		const reader = new ObjectReader(bytes.subarray(0, first), 0, budget);
		for (let index = 0; index < count; index++) {
			if (budget.isPauseDue) await budget.pause();
			reader.nextNumber();
			// At the end there's no object.
			offsets[index] = Math.min(first + reader.nextNumber(), bytes.length);
		}
		return new ObjectStream(bytes, offsets, budget);
	}

	async object(index: number): Promise<PdfValue> {
		const offset = this.offsets[index];
		if (offset === undefined) return null;
		return await new ObjectReader(this.bytes, offset, this.budget).value();
	}
}

export function isWhole(value: PdfValue | undefined): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

export function isReference(value: PdfValue): value is Reference {
	return typeof value === 'object' && value !== null && 'number' in value;
}

export function asDictionary(value: PdfValue): Dictionary {
	if (value instanceof Map) return value;
	throw new UnreadablePdf();
}

function nameOf(token: string): string {
	return NEEDED.get(token) ?? OTHER_NAME;
}

function isNeeded({ name }: Open): boolean {
	return name !== OTHER_NAME;
}

function unitsOf(value: PdfValue): number {
	if (typeof value !== 'object' || value === null) return 1;
	if (value instanceof Map) return DICTIONARY_UNITS;
	return Array.isArray(value) ? LIST_UNITS : REFERENCE_UNITS;
}

function isCount(word: string): boolean {
	return /^\d+$/.test(word) && Number.isSafeInteger(Number(word));
}

function finite(word: string): number {
	const number = Number(word);
	if (!Number.isFinite(number)) throw new UnreadablePdf();
	return number;
}
