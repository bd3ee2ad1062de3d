import { PDFDict, PDFRawStream } from '@cantoo/pdf-lib';
import { contentOf } from '../../../pdf/file/streamContent.ts';
import type { ViewedFile } from '../file/viewedFile.ts';

/** A frame around an empty field, or its ground: rectangles and how they are drawn. */
const FRAME = new Set(
	'q Q cm w J j M d i ri g G rg RG k K re W W* n S s f F f* B B* b b* BMC BDC EMC'.split(' '),
);

/** Whether an empty field shows more than a frame, so that something disappears when it is signed. */
export function showsContent(file: ViewedFile, widget: PDFDict): boolean {
	const appearance = file.get(widget, 'AP');
	const normal = appearance instanceof PDFDict ? file.get(appearance, 'N') : undefined;
	if (normal === undefined) return false;
	if (!(normal instanceof PDFRawStream)) return true;
	try {
		const operators = contentOf(normal)
			.toString('latin1')
			.replace(/%[^\r\n]*/g, '')
			.split(/[\s[\]]+/)
			.filter((word) => word !== '' && !/^(?:[-+.\d]+|\/\S*)$/.test(word));
		return operators.some((word) => !FRAME.has(word));
	} catch {
		return true;
	}
}
