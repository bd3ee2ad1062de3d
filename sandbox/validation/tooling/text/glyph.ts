import type { Matrix } from './matrix.ts';

/** A content stream that text is shown by, and can be taken out of. */
export interface TextStream {
	bytes: Buffer;
	/** Writes it anew. */
	replace(bytes: Buffer): void;
}

/** What was shown by one code. */
export interface Glyph {
	/** Undefined where the font does not say what it stands for. */
	text: string | undefined;
	/** From the text's own coordinates, in which one is a point of its size, to those of the page. */
	matrix: Matrix;
	/** In the text's own coordinates: how far the next glyph is, and what the size is. */
	advance: number;
	size: number;
	source: GlyphSource;
}

/** Where it stands in the file. */
export interface GlyphSource {
	stream: TextStream;
	/** Of the operator that shows it, in the stream. */
	start: number;
	end: number;
	/** The string among those that the operator shows, and the bytes in it. */
	part: number;
	from: number;
	to: number;
	/** How far it moves the text, as a number in the operator `TJ` does. */
	shift: number;
}
