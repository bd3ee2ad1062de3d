import { PDFDocument } from '@cantoo/pdf-lib';

const PREFIX = 'data:image/png;base64,';

/** A drawn or uploaded signature as the page sends it; one that no PDF could take is broken. */
export async function readPicture(dataUrl: string): Promise<Buffer | 'broken'> {
	if (!dataUrl.startsWith(PREFIX)) return 'broken';
	const bytes = Buffer.from(dataUrl.slice(PREFIX.length), 'base64');
	try {
		await (await PDFDocument.create()).embedPng(bytes);
		return bytes;
	} catch {
		return 'broken';
	}
}
