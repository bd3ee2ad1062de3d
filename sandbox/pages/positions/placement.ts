import type { PageShape } from '../../pdf/file/read.ts';

export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The size in which people see a page that may be turned. */
export function shownSize({ width, height, rotation }: PageShape) {
	return turns(rotation) % 2 === 1 ? { width: height, height: width } : { width, height };
}

/** From the lower left corner of the page as it is stored to the upper left as it is shown. */
export function placedOn(page: PageShape, { x, y, width, height }: Box): Box {
	const fromRight = page.width - x - width;
	const fromTop = page.height - y - height;
	switch (turns(page.rotation)) {
		case 1:
			return { x: y, y: x, width: height, height: width };
		case 2:
			return { x: fromRight, y, width, height };
		case 3:
			return { x: fromTop, y: fromRight, width: height, height: width };
		default:
			return { x, y: fromTop, width, height };
	}
}

/** The way back: from where people see it to where it is stored. */
export function storedOn(page: PageShape, { x, y, width, height }: Box): Box {
	switch (turns(page.rotation)) {
		case 1:
			return { x: y, y: x, width: height, height: width };
		case 2:
			return { x: page.width - x - width, y, width, height };
		case 3:
			return {
				x: page.width - y - height,
				y: page.height - x - width,
				width: height,
				height: width,
			};
		default:
			return { x, y: page.height - y - height, width, height };
	}
}

/** Quarters, clockwise. */
const turns = (rotation: number) => (((Math.round(rotation / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
