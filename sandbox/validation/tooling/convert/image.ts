import { PDFDocument, PageSizes } from '@cantoo/pdf-lib';

const MARGIN = 36;

/** One image on one A4 page, upright or across as the image is. */
export async function imageToPdf(content: Buffer, kind: 'png' | 'jpeg'): Promise<PDFDocument> {
	const pdf = await PDFDocument.create();
	const image = kind === 'png' ? await pdf.embedPng(content) : await pdf.embedJpg(content);
	const [short, long] = PageSizes.A4;
	const [width, height] = image.width > image.height ? [long, short] : [short, long];
	const page = pdf.addPage([width, height]);
	const size = image.scaleToFit(width - 2 * MARGIN, height - 2 * MARGIN);
	page.drawImage(image, {
		...{ x: (width - size.width) / 2, y: (height - size.height) / 2 },
		...{ width: size.width, height: size.height },
	});
	return pdf;
}
