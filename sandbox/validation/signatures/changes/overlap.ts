import type { Rectangle, ViewedFile } from '../file/viewedFile.ts';
import type { Cover } from './comparison.ts';
import { shownOn, type Drawing } from './shown.ts';

/** Neighbours may touch. */
const TOUCH_POINTS = 1;
/** A line to sign on is thinner than anything that says something. */
const THIN_POINTS = 2;
/** Images that fill so much of a page are the paper itself: it was scanned. */
const SCAN_SHARE = 4 / 5;
/** What takes more of its page than that is not just a signature; of a scan nothing says where its text is. */
const LARGEST_SHARE = { page: 1 / 3, scan: 1 / 10 };

/** Whether something new stands on text, fields or images that were there before. */
export async function hidesContent(
	bytes: Uint8Array,
	before: ViewedFile,
	covers: Cover[],
): Promise<boolean> {
	const seen = covers.filter(({ rectangle }) => areaOf(rectangle) !== 0);
	for (const page of new Set(seen.map((cover) => cover.page))) {
		const shown = await shownOn(bytes, page);
		if (!shown) return true;
		const { area, texts, images, drawings } = shown;
		const isScan = sumOf(images) >= area * SCAN_SHARE;
		const content = isScan ? texts : [...texts, ...images];
		const here = seen.filter((cover) => cover.page === page);
		const isHiding = here.some(
			({ rectangle, own }) =>
				[...content, ...annotationsOn(before, page, own)].some((box) => isOver(rectangle, box)) ||
				drawings.some((drawing) => isHidden(drawing, rectangle)),
		);
		const added = here.filter(({ own }) => !before.has(own)).map(({ rectangle }) => rectangle);
		const isFit = sumOf(added) <= area * LARGEST_SHARE[isScan ? 'scan' : 'page'];
		if (isHiding || !isFit) return true;
	}
	return false;
}

/** A frame or an area around it is the ground. Other shapes can be characters. */
function isHidden({ box, points }: Drawing, cover: Rectangle): boolean {
	if (points.length === 0) return !isThin(box) && contains(cover, box);
	const isTouched = points.some(([x, y]) => contains(cover, [x, y, x, y]));
	return isTouched || (isOver(cover, box) && !contains(box, cover));
}

/** But for links and notes that are closed, which show nothing by themselves. */
function annotationsOn(file: ViewedFile, page: number, own: Cover['own']): Rectangle[] {
	return file.list(file.pages[page]?.node, 'Annots').flatMap((item) => {
		const rectangle = file.rectangleIn(item);
		const isSeen = !['Link', 'Popup'].includes(file.nameIn(item, 'Subtype') ?? '');
		return item !== own && rectangle && isSeen ? [rectangle] : [];
	});
}

const areaOf = ([left, bottom, right, top]: Rectangle) => (right - left) * (top - bottom);

const sumOf = (rectangles: Rectangle[]) =>
	rectangles.reduce((sum, rectangle) => sum + areaOf(rectangle), 0);

const isThin = ([left, bottom, right, top]: Rectangle) =>
	Math.min(right - left, top - bottom) < THIN_POINTS;

const isOver = (a: Rectangle, b: Rectangle) =>
	Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > TOUCH_POINTS &&
	Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > TOUCH_POINTS;

const contains = (a: Rectangle, b: Rectangle) =>
	a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];
