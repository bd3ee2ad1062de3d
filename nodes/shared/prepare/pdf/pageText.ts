import { UNITS_PER_STEP, UnreadablePdf } from './budget';
import type { Budget } from './budget';
import { isNumber, Scanner } from './scanner';

/** A piece of a line, from where it begins to where it ends at least, as the page is stored. */
export interface TextLine {
	from: Point;
	to: Point;
}

interface Point {
	x: number;
	y: number;
}

/** As PDF writes them (ISO 32000-1, 8.3.3). */
type Matrix = readonly [number, number, number, number, number, number];
const UNCHANGED: Matrix = [1, 0, 0, 1, 0, 0];

/** A number, or a text that is shown, as it is written. */
type Operand = number | string;

/** Of one operator; more are passed over. */
const MOST_OPERANDS = 10_000;
const MOST_SAVED = 100;
/** Of one page: more than can be read on it. */
const MOST_LINES = 10_000;

/** Of the size of the font: how wide a character usually is, and how much of that even narrow ones have. */
const USUAL_WIDTH = 0.5;
const LEAST_PART = 0.8;
/** In thousandths of the size: where a gap is wider, a new piece begins. */
const GAP = 1000;

/** Of a text that is shown (ISO 32000-1, annex C). */
const LONGEST_SHOWN = 32_767;

/**
 * Where the text of a page is, as far as its operators say (9.4). How wide it is depends on fonts that are not read
 * here, so it's estimated, and a text in a form inside of the page is not seen.
 */
export async function textOn(content: Buffer, budget: Budget): Promise<TextLine[]> {
	const scanner = new Scanner(content, 0, budget);
	const writer = new Writer();
	let operands: Operand[] = [];
	for (;;) {
		const from = scanner.at;
		const token = scanner.token();
		budget.work(scanner.at - from + UNITS_PER_STEP);
		if (budget.isPauseDue) await budget.pause();
		if (token === '') return writer.lines;
		if (token.startsWith('(') && token.length > LONGEST_SHOWN) throw new UnreadablePdf();
		const isShown = /^[(<]./.test(token) && token !== '<<';
		if (isNumber(token) || isShown) {
			const operand = isShown ? token.slice(0, LONGEST_SHOWN) : Number(token);
			if (operands.length < MOST_OPERANDS) operands.push(operand);
		} else if (!/^[<>[\]{}/)]/.test(token)) {
			if (token === 'ID') {
				const end = content.indexOf('EI', scanner.at);
				scanner.at = end === -1 ? content.length : end + 2;
			}
			writer.run(token, operands);
			operands = [];
		}
	}
}

interface State {
	page: Matrix;
	size: number;
	leading: number;
}

/** Follows the operators that move and show text. */
class Writer {
	readonly lines: TextLine[] = [];
	private readonly saved: State[] = [];
	private state: State = { page: UNCHANGED, size: 0, leading: 0 };
	/** Of the line, and how far it is written. */
	private line: Matrix = UNCHANGED;
	private written = 0;

	run(operator: string, operands: Operand[]): void {
		const numbers = operands.filter((one) => typeof one === 'number');
		const [first = 0, second = 0] = numbers;
		const { state } = this;
		if (operator === 'q') this.save();
		else if (operator === 'Q') this.state = this.saved.pop() ?? state;
		else if (operator === 'cm')
			this.state = { ...state, page: times(matrixOf(numbers), state.page) };
		else if (operator === 'BT') this.begin(UNCHANGED);
		else if (operator === 'Tm') this.begin(matrixOf(numbers));
		else if (operator === 'Tf') this.state = { ...state, size: first };
		else if (operator === 'TL') this.state = { ...state, leading: first };
		else if (operator === 'Td') this.move(first, second);
		else if (operator === 'TD') {
			this.state = { ...state, leading: -second };
			this.move(first, second);
		} else if (operator === 'T*') this.move(0, -state.leading);
		else if (operator === 'Tj' || operator === 'TJ') this.show(operands);
		else if (operator === "'" || operator === '"') {
			this.move(0, -state.leading);
			this.show(operands.filter((one) => typeof one === 'string'));
		}
	}

	private save(): void {
		if (this.saved.length === MOST_SAVED) throw new UnreadablePdf();
		this.saved.push(this.state);
	}

	private begin(line: Matrix): void {
		this.line = line;
		this.written = 0;
	}

	private move(x: number, y: number): void {
		this.begin(times([1, 0, 0, 1, x, y], this.line));
	}

	/** Numbers between texts move back what follows. */
	private show(operands: Operand[]): void {
		const { size } = this.state;
		let visible = 0;
		let from = this.written;
		const end = () => {
			if (visible > 1) this.add(from, from + LEAST_PART * (this.written - from));
			visible = 0;
		};
		for (const operand of operands) {
			if (typeof operand === 'string') {
				const { length, weight } = lengthOf(operand);
				if (visible === 0) from = this.written;
				visible += weight;
				this.written += length * USUAL_WIDTH * size;
			} else {
				if (operand < -GAP) end();
				this.written -= (operand / 1000) * size;
			}
		}
		end();
	}

	private add(from: number, to: number): void {
		const all = times(this.line, this.state.page);
		if (this.lines.length < MOST_LINES)
			this.lines.push({ from: pointOn(all, from), to: pointOn(all, to) });
	}
}

/**
 * In characters: two bytes are one where the first ones are zero. What is written in digits could be a space if it's
 * only one, so that only two together are surely visible.
 */
function lengthOf(shown: string): { length: number; weight: number } {
	if (shown.startsWith('(')) {
		const text = shown
			.slice(1, -1)
			.replace(/\\000/g, '\0')
			.replace(/\\(?:[0-7]{1,3}|[^])/g, 'x');
		const length = text.includes('\0') ? text.length / 2 : text.length;
		return { length, weight: text.trim() === '' ? 0 : 2 };
	}
	const digits = shown.slice(1, -1).replace(/\s/g, '');
	const length = digits.length / (/^(?:[0-9a-f]{4})*00/i.test(digits) ? 4 : 2);
	return { length, weight: length };
}

function matrixOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[]): Matrix {
	return [a, b, c, d, e, f];
}

/** The first is applied before the second. */
function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
	return [
		...([a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j] as const),
		...([e * g + f * i + k, e * h + f * j + l] as const),
	];
}

const pointOn = ([a, b, , , e, f]: Matrix, x: number): Point => ({ x: a * x + e, y: b * x + f });
