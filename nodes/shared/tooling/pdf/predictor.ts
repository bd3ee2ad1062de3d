import { UnreadablePdf } from './objects';
import type { Dictionary } from './objects';

/** Undoes what makes rows smaller before they are deflated (PNG, 9.2); cross-references are usually written so. */
export function unpredicted(bytes: Buffer, parameters: Dictionary): Buffer {
	const numberOf = (name: string) => {
		const value = parameters.get(name);
		return typeof value === 'number' ? value : 1;
	};
	const predictor = numberOf('/Predictor');
	if (predictor === 1) return bytes;
	const isSimple = predictor >= 10 && !parameters.has('/Colors');
	if (!isSimple) throw new UnreadablePdf();
	const columns = numberOf('/Columns');
	const rows = Math.floor(bytes.length / (columns + 1));
	const plain = Buffer.alloc(rows * columns);
	for (let row = 0; row < rows; row++) {
		const start = row * (columns + 1);
		const kind = bytes[start] ?? 0;
		for (let column = 0; column < columns; column++) {
			const at = row * columns + column;
			const left = column > 0 ? (plain[at - 1] ?? 0) : 0;
			const above = row > 0 ? (plain[at - columns] ?? 0) : 0;
			const corner = column > 0 && row > 0 ? (plain[at - columns - 1] ?? 0) : 0;
			const guess = guessBy(kind, { left, above, corner });
			plain[at] = ((bytes[start + 1 + column] ?? 0) + guess) & 0xff;
		}
	}
	return plain;
}

interface Neighbours {
	left: number;
	above: number;
	corner: number;
}

function guessBy(kind: number, { left, above, corner }: Neighbours): number {
	switch (kind) {
		case 1:
			return left;
		case 2:
			return above;
		case 3:
			return Math.floor((left + above) / 2);
		case 4:
			return paeth({ left, above, corner });
		default:
			return 0;
	}
}

function paeth({ left, above, corner }: Neighbours): number {
	const estimate = left + above - corner;
	const [toLeft, toAbove, toCorner] = [left, above, corner].map((one) =>
		Math.abs(estimate - one),
	) as [number, number, number];
	if (toLeft <= toAbove && toLeft <= toCorner) return left;
	return toAbove <= toCorner ? above : corner;
}
