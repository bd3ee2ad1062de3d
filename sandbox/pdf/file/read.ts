import {
	EncryptedPDFError,
	ParseSpeeds,
	PDFDocument,
	PDFSignature,
	type PDFPage,
} from '@cantoo/pdf-lib';
import { withoutNoise } from './noise.ts';

export interface PdfFacts {
	pageCount: number;
	/** Of the first page, in points. */
	pageWidth: number;
	pageHeight: number;
	pages: PageShape[];
	signatureFields: SignatureField[];
}

/** What is shown of a page, in points from the origin of its coordinates, and how far it is turned. */
export interface PageShape {
	x: number;
	y: number;
	width: number;
	height: number;
	/** Clockwise, in degrees. */
	rotation: number;
}

/** An AcroForm field for a signature (interface.md 2.3). */
export interface SignatureField {
	name: string;
	signed: boolean;
	/** Where it shows, from the origin of the coordinates of the page, which counts from 0. */
	widgets: Array<{ page: number; x: number; y: number; width: number; height: number }>;
}

/** A file that cannot be read as a PDF, and which of the service's two refusals that is. */
export class PdfReadingError extends Error {
	readonly key: 'file.pdf.invalid' | 'file.pdf.encrypted';

	constructor(message: string, key: PdfReadingError['key'] = 'file.pdf.invalid') {
		super(message);
		this.key = key;
	}
}

export async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
	const file = withoutTail(bytes);
	if (!startsLikePdf(file)) {
		throw new PdfReadingError('the document is not a PDF.');
	}
	try {
		const pdf = await PDFDocument.load(withoutNoise(file), {
			updateMetadata: false,
			parseSpeed: ParseSpeeds.Fastest,
		});
		const pages = pdf.getPages();
		const { width, height } = pages[0]?.getSize() ?? { width: 0, height: 0 };
		return {
			pageCount: pages.length,
			pageWidth: Math.round(width),
			pageHeight: Math.round(height),
			pages: pages.map((page) => ({ ...page.getCropBox(), rotation: page.getRotation().angle })),
			signatureFields: signatureFieldsOf(pdf, pages),
		};
	} catch (error) {
		if (error instanceof EncryptedPDFError) {
			throw new PdfReadingError('the PDF is protected by a password.', 'file.pdf.encrypted');
		}
		throw new PdfReadingError('the PDF is damaged and cannot be read.');
	}
}

/** Readers accept the header anywhere in the first kilobyte (ISO 32000-1, annex H.3.4.1). */
function startsLikePdf(file: Buffer): boolean {
	return file.subarray(0, 1024).includes('%PDF-');
}

/** Nothing counts after the last end marker, and the parser would search all of it for objects. */
function withoutTail(bytes: Uint8Array): Buffer {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const end = file.lastIndexOf('%%EOF');
	return end === -1 ? file.subarray(0, 0) : file.subarray(0, end + '%%EOF'.length);
}

function signatureFieldsOf(pdf: PDFDocument, pages: PDFPage[]): SignatureField[] {
	// getForm() would create a form where there is none.
	if (!pdf.catalog.getAcroForm()) return [];
	return pdf
		.getForm()
		.getFields()
		.filter((field) => field instanceof PDFSignature)
		.map((field) => ({
			name: field.getName(),
			signed: field.acroField.V() !== undefined,
			widgets: field.acroField.getWidgets().flatMap((widget) => {
				const own = pdf.context.getObjectRef(widget.dict) ?? field.ref;
				const page = pages.findIndex(
					({ ref, node }) => ref === widget.P() || node.Annots()?.indexOf(own) !== undefined,
				);
				return page === -1 ? [] : { page, ...widget.getRectangle() };
			}),
		}));
}
