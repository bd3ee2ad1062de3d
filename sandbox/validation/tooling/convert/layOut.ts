import {
	PDFDocument,
	PDFName,
	PageSizes,
	beginText,
	endText,
	moveText,
	setFontAndSize,
	showText,
} from '@cantoo/pdf-lib';
import { embedFont } from '../../../pdf/font/embeddedFont.ts';
import { printable } from '../../../pdf/font/printable.ts';
import { wrap, type TagMarks } from './wrap.ts';

const MARGIN = 64;
const LINE_SPACING = 1.35;
const USUAL_SIZE = 11;
const FONT = 'Sans';

export interface Paragraph {
	text: string;
	/** In points; 11 unless said. */
	size?: number;
	/** Free space behind it, in lines. */
	gap?: number;
	beginsPage?: boolean;
}

/** Paragraphs one below the other on A4 pages, in one font that stands in the file. */
export async function layOut(paragraphs: Paragraph[], marks: TagMarks): Promise<PDFDocument> {
	const pdf = await PDFDocument.create();
	const font = await embedFont(pdf, 'sans');
	const [width, height] = PageSizes.A4;
	const newPage = () => {
		const page = pdf.addPage(PageSizes.A4);
		page.node.setFontDictionary(PDFName.of(FONT), font.ref);
		return page;
	};
	let page = newPage();
	let y = height - MARGIN;
	const turnPage = () => {
		page = newPage();
		y = height - MARGIN;
	};
	for (const { text, size = USUAL_SIZE, gap = 0, beginsPage = false } of paragraphs) {
		if (beginsPage && y < height - MARGIN) turnPage();
		const leading = size * LINE_SPACING;
		const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width - 2 * MARGIN;
		for (const line of wrap(printable(text, font.characters), marks, fits)) {
			if (y - leading < MARGIN) turnPage();
			y -= leading;
			if (line === '') continue;
			page.pushOperators(
				...[beginText(), setFontAndSize(FONT, size), moveText(MARGIN, y)],
				...[showText(font.encodeText(line)), endText()],
			);
		}
		y -= gap * leading;
	}
	return pdf;
}
