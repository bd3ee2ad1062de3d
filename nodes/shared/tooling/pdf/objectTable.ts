import type { Budget } from './budget';

/** Where an object is: at an offset of the file, or in a stream of objects. */
export type ObjectPlace = { offset: number } | { stream: number; index: number };

/** Tables are dense, so that a piece for many objects costs less than an entry for each. */
const PIECE = 256;
/** More than a stream of objects may have. */
const INDEXES = 2 ** 22;

/** The places of all objects, in 8 bytes for each. */
export class ObjectTable {
	private readonly pieces = new Map<number, Float64Array>();
	private readonly budget: Budget;

	constructor(budget: Budget) {
		this.budget = budget;
	}

	/** What is known already is newer. */
	note(number: number, place: ObjectPlace): void {
		const code = 'offset' in place ? place.offset : -1 - place.stream * INDEXES - place.index;
		if (!Number.isSafeInteger(code) || ('index' in place && place.index >= INDEXES)) return;
		const at = Math.floor(number / PIECE);
		let piece = this.pieces.get(at);
		if (!piece) {
			this.budget.add('objects', PIECE);
			piece = new Float64Array(PIECE).fill(NaN);
			this.pieces.set(at, piece);
		}
		if (Number.isNaN(piece[number % PIECE])) piece[number % PIECE] = code;
	}

	find(number: number): ObjectPlace | undefined {
		const code = this.pieces.get(Math.floor(number / PIECE))?.[number % PIECE];
		if (code === undefined || Number.isNaN(code)) return undefined;
		if (code >= 0) return { offset: code };
		return { stream: Math.floor((-1 - code) / INDEXES), index: (-1 - code) % INDEXES };
	}
}
