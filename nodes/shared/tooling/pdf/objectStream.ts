import { UnreadablePdf } from './budget';
import type { Budget } from './budget';
import { isWhole, ObjectReader } from './objects';
import type { Dictionary, PdfValue } from './objects';

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
		return offset === undefined
			? null
			: await new ObjectReader(this.bytes, offset, this.budget).value();
	}
}
