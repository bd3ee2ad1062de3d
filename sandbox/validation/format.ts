import { decodePDFRawStream, PDFName, PDFRawStream, type PDFDocument } from '@cantoo/pdf-lib';
import { openForReading } from '../pdf/file/revision.ts';

export interface Format {
	fileType: 'PDF' | 'CMS' | 'XML';
	/** The PDF/A conformance that the file claims. */
	quality?: string;
	producer?: string;
}

export async function readFormat(pdf: Uint8Array): Promise<Format> {
	try {
		const document = await openForReading(pdf);
		return { fileType: 'PDF', quality: conformance(document), producer: document.getProducer() };
	} catch {
		// A file too damaged to be read is judged by its validation; its format is still what was sent.
		return { fileType: 'PDF' };
	}
}

function conformance(document: PDFDocument): string | undefined {
	const metadata = document.catalog.lookup(PDFName.of('Metadata'));
	if (!(metadata instanceof PDFRawStream)) return undefined;
	const xml = Buffer.from(decodePDFRawStream(metadata).decode()).toString('utf8');
	const stated = (name: string) =>
		new RegExp(`pdfaid:${name}(?:>|=["'])\\s*(\\w+)`).exec(xml)?.[1]?.toUpperCase();
	const part = stated('part');
	return part && `PDF/A-${part}${stated('conformance') ?? ''}`;
}
