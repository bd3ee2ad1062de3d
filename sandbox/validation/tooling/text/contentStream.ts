/** Reads the operators of a content stream (ISO 32000-1, 7.8.2), and where each stands in it. */
export type Operand =
	| { type: 'number'; value: number }
	| { type: 'name'; value: string }
	| { type: 'string'; value: Buffer }
	| { type: 'array'; value: Operand[] }
	| { type: 'other' };

export interface Operation {
	operator: string;
	operands: Operand[];
	/** From its first operand to behind the operator. */
	start: number;
	end: number;
}

const SPACE = /[\0\t\n\f\r ]/;
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/;
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

export function operationsIn(stream: Buffer): Operation[] {
	const reader = new Reader(stream.toString('latin1'));
	const operations: Operation[] = [];
	let operands: Operand[] = [];
	let start: number | undefined;
	for (let token = reader.next(); token !== undefined; token = reader.next()) {
		start ??= token.start;
		if (token.operand) {
			operands.push(token.operand);
			continue;
		}
		if (token.operator === 'ID') reader.skipImage();
		operations.push({ operator: token.operator, operands, start, end: reader.at });
		operands = [];
		start = undefined;
	}
	return operations;
}

type Token = { start: number } & (
	| { operand: Operand; operator?: undefined }
	| { operator: string; operand?: undefined }
);

class Reader {
	readonly #text: string;
	at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	next(): Token | undefined {
		this.#skipSpace();
		const start = this.at;
		if (start >= this.#text.length) return undefined;
		const operand = this.#operand();
		if (operand) return { start, operand };
		const operator = this.#word();
		// A stray closing bracket must not hold up the reader.
		if (operator === '') this.at += 1;
		return { start, operator };
	}

	/** The bytes of an inline image, up to its end. */
	skipImage() {
		const pattern = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)/g;
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.#text);
		this.at = found ? found.index + 1 : this.#text.length;
	}

	#operand(): Operand | undefined {
		const text = this.#text;
		const sign = text[this.at] ?? '';
		if (sign === '(') return { type: 'string', value: this.#literal() };
		if (sign === '/') return this.#name();
		if (sign === '[') return { type: 'array', value: this.#until(']') };
		if (text.startsWith('<<', this.at)) {
			this.at += 1;
			this.#until('>');
			this.at += 1;
			return { type: 'other' };
		}
		if (sign === '<') return { type: 'string', value: this.#hex() };
		const [number] = /^[+-]?(\d+\.?\d*|\.\d+)/.exec(text.slice(this.at, this.at + 40)) ?? [];
		if (number !== undefined) {
			this.at += number.length;
			return { type: 'number', value: Number(number) };
		}
		const [word] = /^(true|false|null)(?![\w*'"])/.exec(text.slice(this.at, this.at + 6)) ?? [];
		if (word === undefined) return undefined;
		this.at += word.length;
		return { type: 'other' };
	}

	/** Behind the opening bracket, and behind the closing one when it is done. */
	#until(closing: string): Operand[] {
		const items: Operand[] = [];
		this.at += 1;
		for (;;) {
			this.#skipSpace();
			if (this.at >= this.#text.length) return items;
			if (this.#text[this.at] === closing) {
				this.at += 1;
				return items;
			}
			const token = this.next();
			if (token?.operand) items.push(token.operand);
		}
	}

	#name(): Operand {
		this.at += 1;
		const raw = this.#word();
		const value = raw.replace(/#([0-9a-f]{2})/gi, (_all, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		);
		return { type: 'name', value };
	}

	#word(): string {
		const start = this.at;
		while (this.at < this.#text.length && !DELIMITER.test(this.#text[this.at] ?? '')) this.at += 1;
		return this.#text.slice(start, this.at);
	}

	#hex(): Buffer {
		const end = this.#text.indexOf('>', this.at);
		const stop = end === -1 ? this.#text.length : end;
		const digits = this.#text.slice(this.at + 1, stop).replace(/[^0-9a-f]/gi, '');
		this.at = stop + 1;
		return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
	}

	#literal(): Buffer {
		const parts: string[] = [];
		let depth = 0;
		for (; this.at < this.#text.length; this.at += 1) {
			const sign = this.#text[this.at] ?? '';
			if (sign === '\\') {
				parts.push(this.#escaped());
				continue;
			}
			if (sign === '(') depth += 1;
			if (sign === ')') depth -= 1;
			if (depth === 0) break;
			if (sign !== '(' || depth > 1) parts.push(sign);
		}
		this.at += 1;
		return Buffer.from(parts.join(''), 'latin1');
	}

	/** Leaves the reader at the last character of the escape. */
	#escaped(): string {
		const rest = this.#text.slice(this.at + 1, this.at + 4);
		const [octal] = /^[0-7]{1,3}/.exec(rest) ?? [];
		if (octal !== undefined) {
			this.at += octal.length;
			return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
		}
		const [lineEnd] = /^(\r\n|\r|\n)/.exec(rest) ?? [];
		this.at += lineEnd?.length ?? 1;
		return lineEnd === undefined ? (ESCAPES[rest[0] ?? ''] ?? rest[0] ?? '') : '';
	}

	#skipSpace() {
		for (;;) {
			while (SPACE.test(this.#text[this.at] ?? '')) this.at += 1;
			if (this.#text[this.at] !== '%') return;
			while (this.at < this.#text.length && !/[\r\n]/.test(this.#text[this.at] ?? '')) this.at += 1;
		}
	}
}
