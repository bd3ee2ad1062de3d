import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { encodePng } from './png.ts';
import { encodeWebp } from './webp.ts';

/** Keeps posters and drawings from filling the memory. */
const LONGEST_SIDE_PIXELS = 3000;

const ENCODERS = { png: encodePng, webp: encodeWebp };
export type ImageFormat = keyof typeof ENCODERS;

let library: Promise<PDFiumLibrary> | undefined;

/** One page as people see it, with what its fields show; undefined when the file has no such page. */
export async function drawPage(
	pdf: Uint8Array,
	page: number,
	pixelsPerPoint: number,
	format: ImageFormat = 'png',
): Promise<Buffer | undefined> {
	return await withPage(pdf, page, async (opened) => {
		const { originalWidth, originalHeight } = opened.getOriginalSize();
		const longest = Math.max(originalWidth, originalHeight, 1);
		let image: Buffer | undefined;
		await opened.render({
			scale: Math.min(pixelsPerPoint, LONGEST_SIDE_PIXELS / longest),
			renderFormFields: true,
			render: ({ data, width, height }) => {
				image = Buffer.from(ENCODERS[format](Uint8Array.from(data), width, height));
				return Promise.resolve(data);
			},
		});
		return image;
	});
}

export const pdfium = () => (library ??= PDFiumLibrary.init());

/** Undefined too when the page cannot be read, whatever is wrong with it. */
export async function withPage<Result>(
	pdf: Uint8Array,
	page: number,
	use: (page: PDFiumPage) => Result | Promise<Result>,
): Promise<Result | undefined> {
	const drawing = await pdfium();
	try {
		const document = await drawing.loadDocument(pdf);
		try {
			return page < document.getPageCount() ? await use(document.getPage(page)) : undefined;
		} finally {
			document.destroy();
		}
	} catch (error) {
		// pdfium answers odd files with errors that only say that it failed; after a crash it starts anew.
		if (error instanceof Error && error.name === 'RuntimeError') library = undefined;
		return undefined;
	}
}
