import { EncryptedPDFError, ParseSpeeds, PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { isLocked } from './certification.ts';
import { headerAt } from './header.ts';
import { withoutNoise } from './noise.ts';
import { sheetOf, shownBoxOf } from './pageBox.ts';
import { requirePageTree } from './pageTree.ts';
import { PdfReadingError } from './pdfErrors.ts';
import { signatureFields } from './signatureField.ts';

export interface PdfFacts {
	pageCount: number;
	/** Of the first page, in points. */
	pageWidth: number;
	pageHeight: number;
	pages: PageShape[];
	signatureFields: SignatureField[];
	/** Whether a certification forbids every further signature. */
	isLocked?: true;
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

export async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
	const file = withoutTail(bytes);
	if (headerAt(file) === -1) {
		throw new PdfReadingError('the document is not a PDF.');
	}
	const facts = await load(file).then(describe).catch(damaged);
	if (facts.pageCount === 0) {
		throw new PdfReadingError('the PDF has no pages, so there is nothing to sign.');
	}
	return facts;
}

async function load(file: Buffer): Promise<PDFDocument> {
	try {
		return await parse(file);
	} catch (error) {
		throw error instanceof EncryptedPDFError ? await encrypted(file) : error;
	}
}

const parse = (file: Buffer, more: { password?: string } = {}) =>
	PDFDocument.load(withoutNoise(file), {
		updateMetadata: false,
		parseSpeed: ParseSpeeds.Fastest,
		...more,
	});

function describe(pdf: PDFDocument): PdfFacts {
	requirePageTree(pdf);
	const pages = pdf.getPages();
	const { width, height } = pages[0] ? sheetOf(pages[0]) : { width: 0, height: 0 };
	return {
		pageCount: pages.length,
		pageWidth: Math.round(width),
		pageHeight: Math.round(height),
		pages: pages.map((page) => ({ ...shownBoxOf(page), rotation: page.getRotation().angle })),
		signatureFields: signatureFieldsOf(pdf, pages),
		...(isLocked(pdf) && { isLocked: true }),
	};
}

function damaged(error: unknown): never {
	if (error instanceof PdfReadingError) throw error;
	throw new PdfReadingError('the PDF is damaged and cannot be read.');
}

/** Both kinds are refused: what a signature adds would have to be encrypted with the file's key. */
async function encrypted(file: Buffer): Promise<PdfReadingError> {
	const opensForAll = await parse(file, { password: '' }).then(
		() => true,
		() => false,
	);
	return new PdfReadingError(
		opensForAll
			? 'the PDF opens without a password, but is encrypted to restrict what may be done with it, and cannot be signed. Save it without restrictions and upload it again.'
			: 'the PDF is protected by a password. Save it without the password and upload it again.',
		'file.pdf.encrypted',
	);
}

/** Nothing counts after the last end marker, and the parser would search all of it for objects. */
function withoutTail(bytes: Uint8Array): Buffer {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const end = file.lastIndexOf('%%EOF');
	return end === -1 ? file : file.subarray(0, end + '%%EOF'.length);
}

function signatureFieldsOf(pdf: PDFDocument, pages: PDFPage[]): SignatureField[] {
	return signatureFields(pdf).map(([name, field]) => ({
		name,
		signed: field.V() !== undefined,
		widgets: field.getWidgets().flatMap((widget) => {
			const own = pdf.context.getObjectRef(widget.dict) ?? field.ref;
			const page = pages.findIndex(
				({ ref, node }) => ref === widget.P() || node.Annots()?.indexOf(own) !== undefined,
			);
			return page === -1 ? [] : { page, ...widget.getRectangle() };
		}),
	}));
}
