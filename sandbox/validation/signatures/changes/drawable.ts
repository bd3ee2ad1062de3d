import { PDFDict, PDFRawStream, type PDFObject } from '@cantoo/pdf-lib';
import { contentOf } from '../../../pdf/file/streamContent.ts';
import { keysOf, type Item } from './comparison.ts';
import type { ViewedFile } from '../file/viewedFile.ts';

/** Viewers stop at different depths. */
const DEEPEST_FORM = 20;
/** Shows nothing by itself, or what its field or its note says. */
const WITHOUT_LOOK = new Set(['Link', 'Popup', 'Widget', 'Text']);
/** Without a length, viewers search the end of compressed data, each in its own way. */
const INLINE_IMAGE = /(?:^|\s)BI\s*(\/[^]*?)\sID\s/g;

/** Whether viewers agree about what a page shows, so that drawing it with one of them says what all show. */
export function isDrawnAlike(file: ViewedFile, page: number): boolean {
	const depths = new Map<Item, number>();
	const isStreamFit = (stream: Item) =>
		!(stream instanceof PDFRawStream) || !hasOpenImage(contentOf(stream).toString('latin1'));
	const areResourcesFit = (resources: Item, depth: number): boolean => {
		const each = (key: string, isFit: (item: Item) => boolean) => {
			const dict = file.get(resources, key);
			return keysOf(dict).every((name) => isFit(file.get(dict, name)));
		};
		const isFormFit = (item: Item) => isFormOrImageFit(item, depth + 1);
		return (
			each('Font', (font) => hasGlyphs(file, font)) &&
			each('XObject', isFormFit) &&
			each('Pattern', isFormFit)
		);
	};
	const isFormOrImageFit = (item: Item, depth: number): boolean => {
		if (file.nameIn(item, 'Subtype') === 'Image' || (depths.get(item) ?? -1) >= depth) return true;
		depths.set(item, depth);
		const isFit = depth <= DEEPEST_FORM && isStreamFit(item);
		return isFit && areResourcesFit(file.get(item, 'Resources'), depth);
	};
	const isAnnotationFit = (item: PDFObject): boolean => {
		const look = file.get(file.get(item, 'AP'), 'N');
		if (look === undefined) return WITHOUT_LOOK.has(file.nameIn(item, 'Subtype') ?? '');
		const states =
			look instanceof PDFDict ? keysOf(look).map((key) => file.get(look, key)) : [look];
		return states.every((state) => isFormOrImageFit(state, 0));
	};
	try {
		const node = file.pages[page]?.node;
		const contents = file.get(node, 'Contents');
		const streams = [contents, ...file.list(node, 'Contents').map(file.resolve)];
		return (
			streams.every(isStreamFit) &&
			areResourcesFit(inherited(file, node, 'Resources'), 0) &&
			file.list(node, 'Annots').every(isAnnotationFit)
		);
	} catch {
		// What cannot be unpacked.
		return false;
	}
}

function inherited(file: ViewedFile, node: Item, key: string, depth = 0): Item {
	const own = file.get(node, key);
	return own !== undefined || depth > 50
		? own
		: node && inherited(file, file.get(node, 'Parent'), key, depth + 1);
}

const hasOpenImage = (content: string) =>
	[...content.matchAll(INLINE_IMAGE)].some(
		([, stated = '']) => /\/F(?:ilter)?[\s/[]/.test(stated) && !/\/L(?:ength)?\s/.test(stated),
	);

/** For Chinese, Japanese and Korean, viewers choose a font of their own. */
function hasGlyphs(file: ViewedFile, font: Item): boolean {
	return file.list(font, 'DescendantFonts').every((item) => {
		const descriptor = file.get(item, 'FontDescriptor');
		return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => file.get(descriptor, key));
	});
}
