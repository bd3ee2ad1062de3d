import { UnreadablePdf } from './budget';
import type { Budget } from './budget';
import type { Dictionary } from './objects';

/** Pauses are possible between these. */
const SLICE_BYTES = 64 * 1024;

/**
 * The bytes of a stream that was written with zlib, up to the first fault in it: line breaks that some programs write
 * behind the data are one to Node. Each chunk is taken at once, because Node throws away what waits when it meets a
 * fault. It unpacks in another thread, so that n8n continues between the chunks.
 */
export async function inflate(bytes: Buffer, budget: Budget): Promise<Buffer> {
	const reader = ReadableStream.from(slicesOf(bytes))
		.pipeThrough(new DecompressionStream('deflate'))
		.getReader();
	const next = async () => await reader.read().catch(() => ({ done: true, value: undefined }));
	const chunks: Uint8Array[] = [];
	let total = 0;
	// A reader that stops here is never canceled: data that Node still has at hand would then end the whole process.
	for (let part = await next(); !part.done && part.value; part = await next()) {
		const chunk = part.value as Uint8Array;
		total += chunk.length;
		budget.add('inflatedBytes', chunk.length);
		budget.allow('streamBytes', total);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** So that no more is unpacked than is read. */
function* slicesOf(bytes: Buffer) {
	for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

const MOST_COLUMNS = 2 ** 20;

/**
 * Undoes what makes rows smaller before they are deflated (PNG, 9.2); cross-references are usually written so. In the
 * same memory: a row without the byte that says how it was written never reaches further than it did with it.
 */
export async function unpredicted(
	bytes: Buffer,
	parameters: Dictionary,
	budget: Budget,
): Promise<Buffer> {
	const predictor = countIn(parameters, '/Predictor', 15);
	if (predictor === 1) return bytes;
	if (predictor < 10) throw new UnreadablePdf();
	const pixelBits =
		countIn(parameters, '/Colors', 32) * countIn(parameters, '/BitsPerComponent', 16);
	const rowBytes = Math.ceil((pixelBits * countIn(parameters, '/Columns', MOST_COLUMNS)) / 8);
	if (rowBytes + 1 > bytes.length) throw new UnreadablePdf();
	const distance = Math.ceil(pixelBits / 8);
	const rows = Math.floor(bytes.length / (rowBytes + 1));
	for (let row = 0; row < rows; row++) {
		const from = row * (rowBytes + 1);
		const to = row * rowBytes;
		const guess = guesses[bytes[from] ?? 0];
		if (!guess) throw new UnreadablePdf();
		for (let start = 0; start < rowBytes; start += SLICE_BYTES) {
			const end = Math.min(start + SLICE_BYTES, rowBytes);
			for (let column = start; column < end; column++) {
				const at = to + column;
				const hasLeft = column >= distance;
				const left = hasLeft ? bytes[at - distance]! : 0;
				const above = row > 0 ? bytes[at - rowBytes]! : 0;
				const corner = hasLeft && row > 0 ? bytes[at - rowBytes - distance]! : 0;
				bytes[at] = bytes[from + 1 + column]! + guess(left, above, corner);
			}
			budget.work(8 * (end - start));
			if (budget.isPauseDue) await budget.pause();
		}
	}
	return bytes.subarray(0, rows * rowBytes);
}

function countIn(parameters: Dictionary, name: string, most: number): number {
	const value = parameters.get(name) ?? (name === '/BitsPerComponent' ? 8 : 1);
	if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) {
		return value;
	}
	throw new UnreadablePdf();
}

/** By the number at the beginning of a row. */
const guesses: ReadonlyArray<(left: number, above: number, corner: number) => number> = [
	() => 0,
	(left) => left,
	(_left, above) => above,
	(left, above) => (left + above) >> 1,
	paeth,
];

function paeth(left: number, above: number, corner: number): number {
	const estimate = left + above - corner;
	const toLeft = Math.abs(estimate - left);
	const toAbove = Math.abs(estimate - above);
	const toCorner = Math.abs(estimate - corner);
	if (toLeft <= toAbove && toLeft <= toCorner) return left;
	return toAbove <= toCorner ? above : corner;
}
