export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First the one, then the other. */
export function multiply([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
	return [
		...([a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D] as const),
		...([e * A + f * C + E, e * B + f * D + F] as const),
	];
}

export const moved = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

export const pointOf = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => ({
	x: a * x + c * y + e,
	y: b * x + d * y + f,
});

/** Six numbers, or what leaves everything where it is. */
export const matrixOf = (numbers: number[]): Matrix =>
	numbers.length === 6 && numbers.every(Number.isFinite) ? (numbers as Matrix) : IDENTITY;
