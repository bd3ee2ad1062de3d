import type { PageShape, PdfFacts } from '../../pdf/file/read.ts';
import { shownSize, type Box } from './placement.ts';

/** A box on a page as people see it; the page counts from 0. */
export interface BoxOnPage {
	page: number;
	box: Box;
}

const WIDTH = 200;
const HEIGHT = 60;
const MARGIN = 40;
const GAP = 10;

/** Where a signature stands until it is moved: on the last page, lower right, beside those that are there. */
export function defaultPosition({ pages, signatureFields }: PdfFacts): BoxOnPage | undefined {
	const page = pages.length - 1;
	const shape = pages[page];
	if (!shape) return undefined;
	const { width, height } = sizeOn(shape);
	const shown = shownSize(shape);
	const earlier = signatureFields.filter(({ signed }) => signed).length;
	const columns = Math.max(1, Math.floor((shown.width - 2 * MARGIN + GAP) / (width + GAP)));
	const corner = {
		x: shown.width - MARGIN - width - (earlier % columns) * (width + GAP),
		y: shown.height - MARGIN - height - Math.floor(earlier / columns) * (height + GAP),
	};
	return { page, box: within(shape, corner) };
}

/** The same box with its corner at a place that the signer chose, moved as far as the page demands. */
export function within(shape: PageShape, corner: { x: number; y: number }): Box {
	const size = sizeOn(shape);
	const shown = shownSize(shape);
	return {
		...size,
		x: clamp(corner.x, shown.width - size.width),
		y: clamp(corner.y, shown.height - size.height),
	};
}

function sizeOn(shape: PageShape) {
	const { width, height } = shownSize(shape);
	return { width: Math.min(WIDTH, width / 2), height: Math.min(HEIGHT, height / 4) };
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
