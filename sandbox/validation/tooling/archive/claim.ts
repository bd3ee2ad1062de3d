import { PDFName, PDFRawStream, decodePDFRawStream, type PDFDocument } from '@cantoo/pdf-lib';
import { LEVELS, type Level } from './level.ts';

/** The level of PDF/A that a document says it keeps to; whether it does is another matter. */
export function claimedLevel({ catalog }: PDFDocument): Level | undefined {
	const metadata = catalog.lookup(PDFName.of('Metadata'));
	if (!(metadata instanceof PDFRawStream)) return undefined;
	try {
		const text = Buffer.from(decodePDFRawStream(metadata).decode()).toString('utf8');
		const stated = (name: string) =>
			new RegExp(`pdfaid:${name}\\s*(?:>|=\\s*["'])\\s*(\\w)`).exec(text)?.[1]?.toLowerCase();
		const claim = `pdfa-${stated('part')}${stated('conformance')}`;
		return LEVELS.find((level) => level === claim);
	} catch {
		// Metadata that cannot be read claims nothing.
		return undefined;
	}
}
