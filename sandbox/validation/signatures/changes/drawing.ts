import { PDFBool, type PDFRef } from '@cantoo/pdf-lib';
import { DrawnFile, type DrawnPage, type Purpose } from '../../../pdf/image/bitmap.ts';
import { areaOf, type Rectangle, type ViewedFile } from '../file/viewedFile.ts';
import type { Comparison, ShownAs } from './comparison.ts';
import { isDrawnAlike } from './drawable.ts';
import { differsOutside, hasInk } from './ink.ts';

/** Where something new is shown: a new widget or annotation, or one that is signed or filled in by now. */
interface Area {
	rectangle: Rectangle;
	own: PDFRef;
	kind: ShownAs;
}

/** How many pages with nothing new may still be drawn of a file, in all its revisions together. */
export interface OtherPages {
	left: number;
}
/** Fine enough for small print; posters would fill the memory. */
const [PIXELS_PER_POINT, LONGEST_SIDE_PIXELS] = [2, 3000];
/** Neighbours may touch; an empty field can have a frame. */
const MARGIN_POINTS = { new: 1, signed: 3, filled: 1 };
/** Images that fill so much of a page are the paper itself: it was scanned. */
const SCAN_SHARE = 4 / 5;
/** What takes more of its page than that is not just a signature; the writing of a scan is hard to tell. */
const LARGEST_SHARE = { page: 1 / 3, scan: 1 / 10 };
const HIDDEN = 2;
/** The icon of a note keeps its size, however small the page is shown. */
const ICON_POINTS = 24;

/** Whether pages look different apart from the places of what is new, or these hide what was there. */
export async function looksDifferent(
	bytes: Record<'before' | 'after', Uint8Array>,
	comparison: Comparison,
	others: OtherPages,
): Promise<boolean> {
	const { before, after } = comparison;
	const files: DrawnFile[] = [];
	try {
		for (const pdf of [bytes.before, bytes.after]) files.push(await DrawnFile.open(pdf));
		const [old, now] = files;
		if (!old || !now || old.pageCount !== now.pageCount) return true;
		if (old.pageCount !== before.pages.length) return true;
		for (let page = 0; page < old.pageCount; page += 1) {
			const areas = areasOn(comparison, page);
			if (areas.length === 0 && (others.left -= 1) < 0) continue;
			if (areas.length > 0 && !isDrawnAlike(after, page)) return true;
			if (areas.some((area) => isOverAnnotation(before, page, area))) return true;
			const isDifferent = old.page(page, (was) => now.page(page, (is) => differs(was, is, areas)));
			if (isDifferent) return true;
		}
		return false;
	} finally {
		for (const file of files) file.close();
	}
}

function areasOn({ after, shown }: Comparison, page: number): Area[] {
	return after.list(after.pages[page]?.node, 'Annots').flatMap((item) => {
		const own = item as PDFRef;
		const [kind, rectangle] = [shown.get(own), after.rectangleIn(item)];
		const subtype = after.nameIn(item, 'Subtype');
		const isClosed = subtype === 'Popup' && after.get(item, 'Open') !== PDFBool.True;
		const isHidden = isClosed || (after.numberIn(item, 'F') & HIDDEN) !== 0;
		if (!kind || !rectangle || isHidden || areaOf(rectangle) === 0) return [];
		const more = subtype === 'Text' ? ICON_POINTS : 0;
		return { kind, own, rectangle: grown(rectangle, more) };
	});
}

function differs(was: DrawnPage, is: DrawnPage, areas: Area[]): boolean {
	const longest = Math.max(was.width, was.height, 1);
	const wished = areas.length > 0 ? PIXELS_PER_POINT : 1;
	const scale = Math.min(wished, LONGEST_SIDE_PIXELS / longest);
	const size = was.width * was.height;
	const isScan = areas.length > 0 && was.imageArea() >= size * SCAN_SHARE;
	const added = areas.filter(({ kind }) => kind === 'new');
	const share = LARGEST_SHARE[isScan ? 'scan' : 'page'];
	if (added.reduce((sum, { rectangle }) => sum + areaOf(rectangle), 0) > size * share) return true;
	const purposes: Purpose[] = areas.length > 0 ? ['screen', 'paper'] : ['screen'];
	return purposes.some((purpose) => {
		const bitmap = was.draw(scale, purpose);
		const bare = areas.some(({ kind }) => kind === 'filled')
			? was.draw(scale, purpose, { isBare: true })
			: bitmap;
		const isHiding = areas.some(({ rectangle, kind }) => {
			const inner = grown(rectangle, -MARGIN_POINTS[kind]);
			if (inner[0] >= inner[2] || inner[1] >= inner[3]) return false;
			// A line to sign on is often written with underscores.
			if (purpose === 'screen' && /[^\s_\0]/.test(was.textIn(inner))) return true;
			return hasInk(kind === 'filled' ? bare : bitmap, was.boxOf(inner, scale), scale, isScan);
		});
		if (isHiding) return true;
		const boxes = areas.map(({ rectangle }) => is.boxOf(grown(rectangle, 1), scale));
		return differsOutside(bitmap, is.draw(scale, purpose), boxes);
	});
}

/** But for links and notes that are closed, which show nothing by themselves. */
function isOverAnnotation(file: ViewedFile, page: number, { own, rectangle }: Area): boolean {
	return file.list(file.pages[page]?.node, 'Annots').some((item) => {
		const other = file.rectangleIn(item);
		const isSeen = !['Link', 'Popup'].includes(file.nameIn(item, 'Subtype') ?? '');
		return item !== own && other !== undefined && isSeen && isOver(rectangle, other);
	});
}

const grown = ([left, bottom, right, top]: Rectangle, by: number): Rectangle => [
	...([left - by, bottom - by] as const),
	...([right + by, top + by] as const),
];

const isOver = (a: Rectangle, b: Rectangle) =>
	Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > 1 &&
	Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 1;
