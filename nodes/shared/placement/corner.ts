import type { Rules } from '../account/dialect';
import type { CornerPlacement, Position } from './placement.schema';

/** What a document says of its pages (interface.md 2.5), in points. */
export interface Pages {
	count: number;
	width: number;
	height: number;
}

/** Far enough from the edge for every printer. */
const MARGIN = 40;

/** A corner in numbers, as the service counts them. */
export function positionIn(
	{ corner, onPage, pageNumber, width, height, rotation }: CornerPlacement,
	pages: Pages,
	{ yCountsFrom }: Pick<Rules, 'yCountsFrom'>,
): Position {
	const page = { first: 0, last: pages.count - 1, number: pageNumber - 1 }[onPage];
	const [left, right] = [MARGIN, pages.width - MARGIN - width];
	const [near, far] = [MARGIN, pages.height - MARGIN - height];
	const isAtTop = corner.startsWith('top');
	return {
		page,
		x: corner.endsWith('Left') ? left : right,
		y: isAtTop === (yCountsFrom === 'top') ? near : far,
		width,
		height,
		rotation,
	};
}

/** Why a corner cannot be used in a document. */
export function cornerFault(
	{ onPage, pageNumber, width, height }: CornerPlacement,
	pages: Pages,
): { path: string; message: string } | undefined {
	if (onPage === 'number' && pageNumber > pages.count) {
		const amount = pages.count === 1 ? 'one page' : `${pages.count} pages`;
		return {
			path: 'pageNumber',
			message: `is ${pageNumber}, and the document has ${amount}; choose a smaller number, or the last page`,
		};
	}
	const fits = (length: number, whole: number) => length + MARGIN <= whole;
	if (fits(width, pages.width) && fits(height, pages.height)) return undefined;
	return {
		path: fits(width, pages.width) ? 'height' : 'width',
		message: `does not fit on the page, which is ${pages.width} by ${pages.height} points; choose a smaller number`,
	};
}
