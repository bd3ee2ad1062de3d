import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { encodePng } from './png.ts';
import { encodeWebp } from './webp.ts';

/** Keeps posters and drawings from filling the memory. */
const LONGEST_SIDE_PIXELS = 3000;

const ENCODERS = { png: encodePng, webp: encodeWebp };
export type PictureFormat = keyof typeof ENCODERS;

let library: Promise<PDFiumLibrary> | undefined;

export interface Pixels {
	/** Four bytes for each, line by line. */
	data: Uint8Array;
	width: number;
	height: number;
}

interface View {
	pixelsPerPoint: number;
	/** Whether with what its fields show. */
	forms: boolean;
}

/** One page as people see it, with what its fields show; undefined when the file has no such page. */
export async function drawPage(
	pdf: Uint8Array,
	page: number,
	pixelsPerPoint: number,
	format: PictureFormat = 'png',
): Promise<Buffer | undefined> {
	const pixels = await drawPixels(pdf, page, { pixelsPerPoint, forms: true });
	return pixels && Buffer.from(ENCODERS[format](pixels.data, pixels.width, pixels.height));
}

/** Undefined too when the page cannot be drawn, whatever is wrong with it. */
export async function drawPixels(
	pdf: Uint8Array,
	page: number,
	view: View,
): Promise<Pixels | undefined> {
	library ??= PDFiumLibrary.init();
	const pdfium = await library;
	try {
		const document = await pdfium.loadDocument(pdf);
		try {
			if (page >= document.getPageCount()) return undefined;
			return await render(document.getPage(page), view);
		} finally {
			document.destroy();
		}
	} catch (error) {
		// pdfium answers odd files with errors that only say that it failed; after a crash it starts anew.
		if (error instanceof Error && error.name === 'RuntimeError') library = undefined;
		return undefined;
	}
}

async function render(page: PDFiumPage, { pixelsPerPoint, forms }: View): Promise<Pixels> {
	const { originalWidth, originalHeight } = page.getOriginalSize();
	const longest = Math.max(originalWidth, originalHeight, 1);
	let pixels: Pixels | undefined;
	await page.render({
		scale: Math.min(pixelsPerPoint, LONGEST_SIDE_PIXELS / longest),
		renderFormFields: forms,
		render: ({ data, width, height }) => {
			pixels = { data: Uint8Array.from(data), width, height };
			return Promise.resolve(data);
		},
	});
	if (!pixels) throw new Error('The page was not drawn');
	return pixels;
}
