import { inflateSync } from 'node:zlib';
import {
	PDFName,
	PDFRawStream,
	PDFStream,
	decodePDFRawStream,
	type PDFContext,
	type PDFDict,
	type PDFDocument,
	type PDFRef,
} from '@cantoo/pdf-lib';

/** Which part of PDF/A a document says it keeps to, such as 1 for PDF/A-1b (ISO 19005). */
export function archivalPart({ catalog }: PDFDocument): number | undefined {
	const metadata = catalog.lookup(PDFName.of('Metadata'));
	if (!(metadata instanceof PDFRawStream)) return undefined;
	try {
		const text = Buffer.from(decodePDFRawStream(metadata).decode()).toString('utf8');
		const stated = /pdfaid:part\s*(?:>|=\s*["'])\s*(\d)/.exec(text)?.[1];
		return stated === undefined ? undefined : Number(stated);
	} catch {
		// Metadata that cannot be read claims nothing.
		return undefined;
	}
}

const WHITE_POINT = [0.9505, 1, 1.089];

/**
 * Colours that mean the same on every device: PDF/A forbids the plain ones where the document has no output
 * intent for them (ISO 19005-1, 6.2.3.3).
 */
export const DEFINED_COLOURS = {
	DefaultGray: ['CalGray', { WhitePoint: WHITE_POINT, Gamma: 2.2 }],
	DefaultRGB: [
		'CalRGB',
		{
			WhitePoint: WHITE_POINT,
			Gamma: [2.2, 2.2, 2.2],
			Matrix: [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505],
		},
	],
};

/** PDF/A-1 knows no transparency (ISO 19005-1, 6.4): what is transparent becomes white paper. */
export function withoutTransparency(context: PDFContext, image: PDFRef): void {
	const stream = context.lookup(image);
	const mask = stream instanceof PDFRawStream && stream.dict.lookup(PDFName.of('SMask'));
	if (!(stream instanceof PDFRawStream) || !(mask instanceof PDFStream)) return;
	const pixels = inflateSync(stream.contents);
	const alphas = inflateSync(mask.getContents());
	const channels = pixels.length / alphas.length;
	pixels.forEach((value, at) => {
		const alpha = (alphas[Math.floor(at / channels)] ?? 255) / 255;
		pixels[at] = Math.round(value * alpha + 255 * (1 - alpha));
	});
	const opaque = context.flateStream(pixels, entriesOf(stream.dict));
	context.delete(stream.dict.get(PDFName.of('SMask')) as PDFRef);
	context.assign(image, opaque);
}

function entriesOf(dict: PDFDict) {
	const own = ['SMask', 'Length', 'Filter', 'DecodeParms'].map((key) => PDFName.of(key));
	const entries = dict.entries().filter(([key]) => !own.includes(key));
	return Object.fromEntries(entries.map(([key, value]) => [key.decodeText(), value]));
}
