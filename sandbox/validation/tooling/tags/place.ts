import type { Box } from '../../../pdf/file/pageBox.ts';
import type { SpottedPosition } from './spotted.ts';
import type { Glyph } from '../text/glyph.ts';
import { pointOf } from '../text/matrix.ts';

/** Below the line of writing, as a part of the size. */
const DESCENT = 0.22;

interface Size {
	width: number;
	height: number;
}

/**
 * The signature begins at the lower left corner of its tag, as one reads it, and is as large as said; where the page
 * ends before that, it moves inwards. The box is what the page shows.
 */
export function placeOf(tag: Glyph[], size: Size, box: Box): Omit<SpottedPosition, 'page'> {
	const [first] = tag;
	if (!first) throw new Error('A tag without a character');
	const [a, b, c, d] = first.matrix;
	const [across, up] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1];
	const bottom = -DESCENT * Math.abs(first.size);
	const corners = [
		pointOf(first.matrix, 0, bottom),
		pointOf(first.matrix, size.width / across, bottom),
		pointOf(first.matrix, 0, bottom + size.height / up),
		pointOf(first.matrix, size.width / across, bottom + size.height / up),
	];
	const range = (values: number[], start: number, length: number) => {
		const extent = Math.min(Math.max(...values) - Math.min(...values), length);
		const at = Math.min(Math.max(Math.min(...values) - start, 0), length - extent);
		return { at: rounded(at), extent: rounded(extent) };
	};
	const x = range(
		corners.map((corner) => corner.x),
		box.x,
		box.width,
	);
	const y = range(
		corners.map((corner) => corner.y),
		box.y,
		box.height,
	);
	return { x: x.at, y: y.at, width: x.extent, height: y.extent };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
