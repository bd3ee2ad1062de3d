import { PDFiumLibrary } from '@hyzyla/pdfium';
import { encodePng } from './png.ts';
import { encodeWebp } from './webp.ts';

/** Keeps posters and drawings from filling the memory. */
const LONGEST_SIDE_PIXELS = 3000;

const ENCODERS = { png: encodePng, webp: encodeWebp };

let library: Promise<PDFiumLibrary> | undefined;

/** One page as people see it, with what its fields show; undefined when the file has no such page. */
export async function drawPage(
	pdf: Uint8Array,
	page: number,
	pixelsPerPoint: number,
	format: keyof typeof ENCODERS = 'png',
): Promise<Buffer | undefined> {
	library ??= PDFiumLibrary.init();
	const document = await (await library).loadDocument(pdf);
	try {
		if (page >= document.getPageCount()) return undefined;
		const drawable = document.getPage(page);
		const { originalWidth, originalHeight } = drawable.getOriginalSize();
		const longest = Math.max(originalWidth, originalHeight, 1);
		const { data } = await drawable.render({
			scale: Math.min(pixelsPerPoint, LONGEST_SIDE_PIXELS / longest),
			renderFormFields: true,
			render: ({ data: pixels, width, height }) =>
				Promise.resolve(ENCODERS[format](pixels, width, height)),
		});
		return Buffer.from(data);
	} finally {
		document.destroy();
	}
}
