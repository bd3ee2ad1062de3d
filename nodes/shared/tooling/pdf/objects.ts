/** A reader for the objects of a PDF (ISO 32000-1, 7.3), as far as its page tree needs it. */

export interface Reference {
	number: number;
}
export type Dictionary = Map<string, PdfValue>;
/** Names keep their slash; texts are not needed and come as null. */
export type PdfValue = number | string | boolean | null | Reference | PdfValue[] | Dictionary;

/** The file is damaged, or uses something that is not read here. */
export class UnreadablePdf extends Error {}

const DEEPEST = 100;

export class ObjectReader {
	private readonly text: string;
	at: number;

	constructor(text: string, at = 0) {
		this.text = text;
		this.at = at;
	}

	value(depth = 0): PdfValue {
		if (depth > DEEPEST) throw new UnreadablePdf();
		this.skipSpace();
		if (this.takes('<<')) return this.dictionary(depth);
		if (this.takes('[')) return this.array(depth);
		if (this.takes('<')) return this.skipPast('>');
		if (this.takes('(')) return this.skipText();
		const name = this.match(/\/[^\s()<>[\]{}/%]*/y);
		if (name) return name[0];
		const reference = this.match(/(\d+)\s+\d+\s+R(?![^\s()<>[\]{}/%])/y);
		if (reference) return { number: Number(reference[1]) };
		const number = this.match(/[+-]?(\d+\.?\d*|\.\d+)/y);
		if (number) return Number(number[0]);
		const word = this.match(/[a-z]+/y)?.[0];
		if (word === 'true' || word === 'false') return word === 'true';
		if (word === 'null') return null;
		throw new UnreadablePdf();
	}

	/** Whether these characters come next, which are then read. */
	takes(characters: string): boolean {
		const isNext = this.text.startsWith(characters, this.at);
		if (isNext) this.at += characters.length;
		return isNext;
	}

	/** `pattern` is sticky. */
	match(pattern: RegExp): RegExpExecArray | null {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text);
		if (found) this.at = pattern.lastIndex;
		return found;
	}

	/** Also comments, which end with their line. */
	skipSpace(): void {
		this.match(/(?:[\0\s]+|%[^\r\n]*)*/y);
	}

	private dictionary(depth: number): Dictionary {
		const members: Dictionary = new Map();
		for (;;) {
			this.skipSpace();
			if (this.takes('>>')) return members;
			const name = this.value(depth + 1);
			if (typeof name !== 'string') throw new UnreadablePdf();
			members.set(name, this.value(depth + 1));
		}
	}

	private array(depth: number): PdfValue[] {
		const entries: PdfValue[] = [];
		for (;;) {
			this.skipSpace();
			if (this.takes(']')) return entries;
			entries.push(this.value(depth + 1));
		}
	}

	private skipPast(character: string): null {
		const end = this.text.indexOf(character, this.at);
		if (end === -1) throw new UnreadablePdf();
		this.at = end + 1;
		return null;
	}

	/** Brackets stand in pairs in it, unless a backslash is before them. */
	private skipText(): null {
		for (let open = 1; open > 0; ) {
			const found = this.match(/(?:[^\\()]|\\[^])*([()])/y);
			if (!found) throw new UnreadablePdf();
			open += found[1] === '(' ? 1 : -1;
		}
		return null;
	}
}
