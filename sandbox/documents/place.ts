import type { Traits } from '../state/dialect.ts';
import type { PageShape, PdfFacts } from '../pdf/file/read.ts';
import type { Position } from '../state/visualSignature.schema.ts';

interface Rectangle {
	x: number;
	y: number;
	width: number;
	height: number;
}

/**
 * From where callers count to where PDF counts, the lower left corner of the page, and back: both ways are the
 * same (interface.md 2.3 and 10).
 */
export function rectangleFrom(
	{ x, y, width, height }: Rectangle,
	page: Pick<PageShape, 'height'>,
	{ yCountsFrom }: Pick<Traits, 'yCountsFrom'>,
): Rectangle {
	return { x, y: yCountsFrom === 'top' ? page.height - y - height : y, width, height };
}

/** Callers know the size of a page in whole points. */
const TOLERANCE = 1;

/** What is wrong with a position in a document, behind the name of the field; undefined when nothing is. */
export function faultOf(
	{ page, x, y, width, height }: Position,
	{ pageCount, pages }: PdfFacts,
): string | undefined {
	const shape = pages[Number(page)];
	if (!shape) return `.page: there are ${pageCount} pages, counted from 0.`;
	const fits =
		Math.min(x, y) >= -TOLERANCE &&
		x + width <= shape.width + TOLERANCE &&
		y + height <= shape.height + TOLERANCE;
	if (fits) return undefined;
	const size = [shape.width, shape.height].map((side) => Math.round(side)).join(' by ');
	return `: lies outside of page ${page}, which measures ${size} points. Move it or make it smaller.`;
}
