import type { Bitmap, Box } from '../../../pdf/image/bitmap.ts';

/** A line to sign on is thinner than anything that says something, and longer. */
const THIN_POINTS = 1.5;
const LONG_POINTS = 72;
const APART_POINTS = 6;
/** How much the paper of a scan can vary, of 255. */
const PAPER = 64;

/** Whether a part of a page shows anything but its ground and thin straight lines. */
export function hasInk(bitmap: Bitmap, box: Box, pixelsPerPoint: number, isScan: boolean): boolean {
	const { pixels, width, height } = bitmap;
	const [left, first, right, last] = clipped(box, bitmap);
	// Smoothed edges take a pixel more on each side.
	const thin = Math.ceil(THIN_POINTS * pixelsPerPoint) + 2;
	const [long, apart] = [LONG_POINTS * pixelsPerPoint, APART_POINTS * pixelsPerPoint];
	const ground = groundOf(bitmap, [left, first, right, last]);
	const green = (pixel: number) => (pixel >>> 8) & 0xff;
	const isInk = (x: number, y: number) => {
		if (x < 0 || y < 0 || x >= width || y >= height) return false;
		const pixel = pixels[y * width + x]!;
		return isScan ? Math.abs(green(pixel) - green(ground)) > PAPER : pixel !== ground;
	};
	/** How far ink goes on from a pixel in both directions, as far as it matters. */
	const run = (x: number, y: number, dx: number, dy: number) => {
		let length = 1;
		for (const sign of [1, -1]) {
			for (let at = 1; at <= long && isInk(x + sign * at * dx, y + sign * at * dy); at += 1)
				length += 1;
		}
		return length;
	};
	/** Lines that are close together are a bar code or a letter. */
	const isAlone = (x: number, y: number, dx: number, dy: number) => {
		for (let at = thin; at <= apart; at += 1) {
			if ([at, -at].some((by) => isInk(x + by * dx, y + by * dy))) return false;
		}
		return true;
	};
	const isCorner = (x: number, y: number) =>
		[thin, -thin].every((dx) => [thin, -thin].every((dy) => !isInk(x + dx, y + dy)));
	for (let y = first; y < last; y += 1) {
		for (let x = left; x < right; x += 1) {
			if (!isInk(x, y)) continue;
			const [across, down] = [run(x, y, 1, 0), run(x, y, 0, 1)];
			const isLine =
				(across >= long && down <= thin && isAlone(x, y, 0, 1)) ||
				(down >= long && across <= thin && isAlone(x, y, 1, 0));
			if (!isLine && !(across >= long && down >= long && isCorner(x, y))) return true;
		}
	}
	return false;
}

/** Whether two drawings of a page differ outside some boxes. */
export function differsOutside(a: Bitmap, b: Bitmap, boxes: Box[]): boolean {
	if (a.width !== b.width || a.height !== b.height) return true;
	for (const { pixels, ...size } of [a, b]) {
		for (const box of boxes) {
			const [left, first, right, last] = clipped(box, size);
			for (let y = first; y < last; y += 1) pixels.fill(0, y * a.width + left, y * a.width + right);
		}
	}
	return Buffer.from(a.pixels.buffer).compare(Buffer.from(b.pixels.buffer)) !== 0;
}

/** The colour that most of it has. */
function groundOf({ pixels, width }: Bitmap, [left, first, right, last]: Box): number {
	const counts = new Map<number, number>();
	for (let y = first; y < last; y += 1) {
		for (const pixel of pixels.subarray(y * width + left, y * width + right)) {
			counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
		}
	}
	const [ground] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
	return ground;
}

const clipped = (
	[left, first, right, last]: Box,
	{ width, height }: Pick<Bitmap, 'width' | 'height'>,
): Box => [
	...([Math.max(0, left), Math.max(0, first)] as const),
	...([Math.max(0, Math.min(width, right)), Math.max(0, Math.min(height, last))] as const),
];
