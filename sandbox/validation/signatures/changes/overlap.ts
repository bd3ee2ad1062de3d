import { PDFDict, PDFName } from '@cantoo/pdf-lib';
import { shownOn } from './shown.ts';
import { itemsIn } from '../file/fields.ts';
import { rectangleIn, type Rectangle, type ViewedFile } from '../file/viewedFile.ts';
import type { Cover } from './comparison.ts';

/** Neighbours may touch. */
const TOUCH_POINTS = 1;
/** A line to sign on is thinner than anything that says something. */
const THIN_POINTS = 2;
/** A signature that takes more of its page than that is not just a signature. */
const LARGEST_SHARE = 1 / 3;
/** They show nothing by themselves. */
const UNSEEN = ['Link', 'Popup'].map((name) => PDFName.of(name));

/** Whether something new stands on text, fields or pictures that were there before. */
export async function hidesContent(
	bytes: Uint8Array,
	before: ViewedFile,
	covers: Cover[],
): Promise<boolean> {
	const seen = covers.filter(({ rectangle }) => areaOf(rectangle) > 0);
	for (const { page, rectangle, own } of seen) {
		const node = before.pages[page]?.node;
		const others = node ? itemsIn(before, node, 'Annots').filter((item) => item !== own) : [];
		const isOnAnother = others.map(before.resolve).some((dict) => {
			const other = dict instanceof PDFDict ? rectangleIn(before, dict) : undefined;
			const subtype = dict instanceof PDFDict ? before.get(dict, 'Subtype') : undefined;
			return other && !UNSEEN.some((name) => name === subtype) && isOver(rectangle, other);
		});
		if (isOnAnother) return true;
	}
	for (const page of new Set(seen.map((cover) => cover.page))) {
		const shown = await shownOn(bytes, page);
		const here = seen.filter((cover) => cover.page === page);
		if (!shown || here.some(({ rectangle }) => hides(rectangle, shown))) return true;
	}
	return false;
}

function hides(
	rectangle: Rectangle,
	{ size, texts, pictures, drawings }: NonNullable<Awaited<ReturnType<typeof shownOn>>>,
): boolean {
	return (
		areaOf(rectangle) > size.width * size.height * LARGEST_SHARE ||
		texts.some((text) => isOver(rectangle, text)) ||
		// A picture that is larger on all sides is the ground, as in a scanned document; so is a frame.
		pictures.some((picture) => isOver(rectangle, picture) && !contains(picture, rectangle)) ||
		drawings.some((drawing) => !isThin(drawing) && contains(rectangle, drawing))
	);
}

const areaOf = ([left, bottom, right, top]: Rectangle) => (right - left) * (top - bottom);

const isThin = ([left, bottom, right, top]: Rectangle) =>
	Math.min(right - left, top - bottom) < THIN_POINTS;

const isOver = (a: Rectangle, b: Rectangle) =>
	Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > TOUCH_POINTS &&
	Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > TOUCH_POINTS;

const contains = (a: Rectangle, b: Rectangle) =>
	a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];
