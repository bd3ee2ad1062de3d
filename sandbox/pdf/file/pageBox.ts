import { PDFNumber } from '@cantoo/pdf-lib';
import type { PDFArray, PDFPage } from '@cantoo/pdf-lib';

export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** What viewers take for a page that does not say how large it is: Letter. */
const USUAL: Box = { x: 0, y: 0, width: 612, height: 792 };

/** The whole sheet; a size that is missing, or makes no sense, is replaced as viewers do. */
export function sheetOf({ node }: PDFPage): Box {
	return readBox(() => node.MediaBox()) ?? USUAL;
}

/** What viewers show of it. */
export function shownBoxOf(page: PDFPage): Box {
	const sheet = sheetOf(page);
	const crop = readBox(() => page.node.CropBox());
	return crop ? (overlap(crop, sheet) ?? sheet) : sheet;
}

function readBox(read: () => PDFArray | undefined): Box | undefined {
	const corners = numbersIn(read);
	const [left, bottom, right, top] = corners;
	if (left === undefined || bottom === undefined || right === undefined || top === undefined) {
		return undefined;
	}
	const box = {
		x: Math.min(left, right),
		y: Math.min(bottom, top),
		width: Math.abs(right - left),
		height: Math.abs(top - bottom),
	};
	return box.width > 0 && box.height > 0 ? box : undefined;
}

function numbersIn(read: () => PDFArray | undefined): number[] {
	try {
		const array = read();
		if (array?.size() !== 4) return [];
		return [0, 1, 2, 3].map((index) => array.lookup(index, PDFNumber).asNumber());
	} catch {
		// pdf-lib insists on the right types, and on there being a box at all.
		return [];
	}
}

function overlap(a: Box, b: Box): Box | undefined {
	const x = Math.max(a.x, b.x);
	const y = Math.max(a.y, b.y);
	const width = Math.min(a.x + a.width, b.x + b.width) - x;
	const height = Math.min(a.y + a.height, b.y + b.height) - y;
	return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
