import type { Traits } from '../state/dialect.ts';
import type { PageShape } from '../pdf/file/read.ts';

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
