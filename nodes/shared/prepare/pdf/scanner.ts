import { LIMITS, UnreadablePdf } from './budget';
import type { Budget } from './budget';

const SPACE = 1;
const DELIMITER = 2;
/** What each byte is; all others are parts of names, numbers and words. */
const KINDS = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) KINDS[byte] = SPACE;
for (const byte of Buffer.from('()<>[]{}/%')) KINDS[byte] = DELIMITER;

const [BACKSLASH, COMMENT, LINE_FEED, RETURN, OPEN, CLOSE] = Buffer.from('\\%\n\r()');

const isRegular = (byte: number) => KINDS[byte] === 0;
const isInHex = (byte: number) =>
	KINDS[byte] === SPACE || /[\da-f]/i.test(String.fromCharCode(byte));

/** Reads the tokens of objects and of pages (ISO 32000-1, 7.2 and 7.3). */
export class Scanner {
	at: number;
	protected readonly bytes: Buffer;
	protected readonly budget: Budget;

	constructor(bytes: Buffer, at: number, budget: Budget) {
		this.bytes = bytes;
		this.at = at;
		this.budget = budget;
	}

	/** The next number, word, name, text, or delimiter, as it is written. Empty at the end. */
	token(): string {
		const word = this.word();
		if (word !== '') return word;
		const from = this.at++;
		const first = this.charAt(from);
		if (first === '(') this.skipText();
		else if (first === '/') this.skip(isRegular);
		else if (/[<>]/.test(first) && this.charAt(this.at) === first) this.at++;
		else if (first === '<') {
			this.skip(isInHex);
			this.at = this.charAt(this.at) === '>' ? this.at + 1 : from + 1;
		}
		return this.textFrom(from);
	}

	/** The next number or word. Empty before anything else, which is not read. */
	word(): string {
		let isComment = false;
		this.skip((byte) => {
			if (isComment) isComment = byte !== LINE_FEED && byte !== RETURN;
			else if (byte === COMMENT) isComment = true;
			else return KINDS[byte] === SPACE;
			return true;
		});
		return this.textFrom(this.skip(isRegular));
	}

	/** Brackets come in pairs in it, unless a backslash is before them. */
	private skipText(): void {
		let open = 1;
		let isEscaped = false;
		this.skipThrough((byte) => {
			if (isEscaped) isEscaped = false;
			else if (byte === BACKSLASH) isEscaped = true;
			else if (byte === OPEN) open++;
			else if (byte === CLOSE) open--;
			return open > 0;
		});
	}

	/** Including the byte behind, without which the file is damaged. */
	protected skipThrough(isPart: (byte: number) => boolean): void {
		this.skip(isPart);
		if (this.at++ === this.bytes.length) throw new UnreadablePdf();
	}

	/** The bytes that come next and are part of the same; answers with where they began. */
	private skip(isPart: (byte: number) => boolean): number {
		const from = this.at;
		const end = Math.min(this.bytes.length, from + LIMITS.tokenBytes + 1);
		while (this.at < end && isPart(this.bytes[this.at] ?? 0)) this.at++;
		this.budget.allow('tokenBytes', this.at - from);
		return from;
	}

	private charAt(at: number): string {
		return this.bytes.toString('latin1', at, at + 1);
	}

	private textFrom(from: number): string {
		return this.bytes.toString('latin1', from, this.at);
	}
}

export function isNumber(token: string): boolean {
	return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(token);
}
