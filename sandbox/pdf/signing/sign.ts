import { PDFHexString, PDFName, PDFString, type PDFDocument, type PDFImage } from '@cantoo/pdf-lib';
import { drawAppearance } from './appearance.ts';
import { archivalPart, withoutTransparency } from './archival.ts';
import { embedFont } from './embeddedFont.ts';
import {
	BYTE_RANGE_PLACEHOLDER,
	coveredPieces,
	fillByteRange,
	fillSignature,
} from '../file/byteRange.ts';
import type { SigningIdentity } from '../cms/certificate.ts';
import { signPades } from './pades.ts';
import { isLocked } from '../file/certification.ts';
import { PdfSigningError } from '../file/pdfErrors.ts';
import { appendUpdate, openForUpdate } from '../file/revision.ts';
import {
	addField,
	findField,
	sizeOf,
	type OpenField,
	type PagePosition,
} from '../file/signatureField.ts';

export interface SignOptions {
	signerName: string;
	certificate: SigningIdentity;
	at: Date;
	reason?: string;
	/** Where the signature is shown; without it, the signature is not shown. */
	visual?: PagePosition | PagePosition[] | { formField: string };
	/** Stands above it, for example "Electronically sealed". */
	label?: string;
	/** What is shown as the signature; the signer's name unless set. */
	text?: string;
	imagePng?: Uint8Array;
	imageJpeg?: Uint8Array;
}

/** Kept for the signature; with its chain and its time stamp it takes about 5,000. */
const SIGNATURE_BYTES = 8192;

/** Signs by appending to the file, so that every signature it already has stays valid. */
export async function signPdf(pdf: Uint8Array, options: SignOptions): Promise<Uint8Array> {
	const signed = await prepare(pdf, options).catch(refuse);
	const range = fillByteRange(signed, pdf.length);
	const content = coveredPieces(signed, range);
	fillSignature(signed, range, await signPades(content, options.certificate, options.at));
	return signed;
}

/** The file with a field that waits for its value. */
async function prepare(pdf: Uint8Array, options: SignOptions): Promise<Uint8Array> {
	const document = await openForUpdate(pdf);
	if (isLocked(document)) {
		throw new PdfSigningError(
			'The document was certified so that no one may change it any more, not even by signing. Sign it before it is certified.',
		);
	}
	const place = openField(document, options.visual);
	place.field.set(
		PDFName.of('V'),
		document.context.register(signatureDictionary(document, options)),
	);
	await show(document, place, options);
	return await appendUpdate(document, pdf);
}

/** pdf-lib reads as it goes, so damage can show anywhere; it says which type it had expected. */
function refuse(error: unknown): never {
	if (error instanceof PdfSigningError) throw error;
	throw new PdfSigningError(
		'The PDF is damaged where the signature would stand. Print it to a new PDF and send that.',
		{ cause: error },
	);
}

function openField(document: PDFDocument, visual: SignOptions['visual']): OpenField {
	return visual && 'formField' in visual
		? findField(document, visual.formField)
		: addField(document, [visual ?? []].flat());
}

function signatureDictionary(document: PDFDocument, { signerName, reason, at }: SignOptions) {
	return document.context.obj({
		Type: 'Sig',
		Filter: 'Adobe.PPKLite',
		SubFilter: 'ETSI.CAdES.detached',
		ByteRange: BYTE_RANGE_PLACEHOLDER,
		Contents: PDFHexString.of('0'.repeat(SIGNATURE_BYTES * 2)),
		M: PDFString.fromDate(at),
		Name: PDFHexString.fromText(signerName),
		Reason: reason === undefined ? undefined : PDFHexString.fromText(reason),
	});
}

async function show(
	document: PDFDocument,
	{ widgets }: OpenField,
	options: SignOptions,
): Promise<void> {
	const part = archivalPart(document);
	if (!options.visual) return part === undefined ? undefined : showNothing(document, widgets);
	const image = await embedImage(document, options, part);
	const fonts = {
		title: await embedFont(document, 'serifItalic'),
		detail: await embedFont(document, 'sans'),
	};
	for (const { widget, page, rotation = 0 } of widgets) {
		const { width, height } = sizeOf(widget);
		// A field without area was made to be filled without being seen.
		if (width === 0 || height === 0) continue;
		const appearance = drawAppearance(document, {
			size: { width, height },
			rotation: (page?.getRotation().angle ?? 0) + rotation,
			label: options.label ?? 'Electronically signed',
			title: options.text ?? options.signerName,
			details: [options.reason, timeText(options.at)].filter((line) => line !== undefined),
			image,
			fonts,
			isArchival: part !== undefined,
		});
		widget.set(PDFName.of('AP'), document.context.obj({ N: appearance }));
	}
}

/** In PDF/A-1 every field has an appearance, even one that is not seen (ISO 19005-1, 6.9). */
function showNothing({ context }: PDFDocument, widgets: OpenField['widgets']): void {
	for (const { widget } of widgets) {
		if (widget.has(PDFName.of('AP'))) continue;
		const nothing = context.formXObject([], { BBox: context.obj([0, 0, 0, 0]) });
		widget.set(PDFName.of('AP'), context.obj({ N: context.register(nothing) }));
	}
}

async function embedImage(
	document: PDFDocument,
	{ imagePng, imageJpeg }: SignOptions,
	part: number | undefined,
): Promise<PDFImage | undefined> {
	try {
		if (imageJpeg) return await document.embedJpg(imageJpeg);
		if (!imagePng) return undefined;
		const image = await document.embedPng(imagePng);
		if (part !== 1) return image;
		await image.embed();
		withoutTransparency(document.context, image.ref);
		return image;
	} catch {
		throw new PdfSigningError(`The image is not a readable ${imagePng ? 'PNG' : 'JPEG'} file.`);
	}
}

const timeText = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
