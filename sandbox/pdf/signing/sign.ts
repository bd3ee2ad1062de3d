import { PDFHexString, PDFName, PDFString, type PDFDocument, type PDFImage } from '@cantoo/pdf-lib';
import { drawAppearance } from './appearance.ts';
import {
	BYTE_RANGE_PLACEHOLDER,
	coveredPieces,
	fillByteRange,
	fillSignature,
} from '../file/byteRange.ts';
import type { SigningIdentity } from '../cms/certificate.ts';
import { signPades } from './pades.ts';
import { isLocked } from '../file/certification.ts';
import { appendUpdate, openForUpdate } from '../file/revision.ts';
import {
	addField,
	findField,
	PdfSigningError,
	sizeOf,
	type OpenField,
	type PagePosition,
} from '../file/signatureField.ts';

export { PdfSigningError } from '../file/signatureField.ts';

export interface SignOptions {
	signerName: string;
	certificate: SigningIdentity;
	at: Date;
	reason?: string;
	/** Where the signature is shown; without it, the signature is not shown. */
	visual?: PagePosition | PagePosition[] | { formField: string };
	/** Stands above it, for example "Electronically sealed". */
	label?: string;
	/** What is shown as the signature; the signer's name unless told. */
	text?: string;
	imagePng?: Uint8Array;
	imageJpeg?: Uint8Array;
}

/** Kept for the signature; with its chain and its time stamp it takes about 5,000. */
const SIGNATURE_BYTES = 8192;

/** Signs by appending to the file, so that every signature it already has stays valid. */
export async function signPdf(pdf: Uint8Array, options: SignOptions): Promise<Uint8Array> {
	const document = await openForUpdate(pdf);
	if (isLocked(document)) {
		throw new PdfSigningError(
			'The document was certified so that nobody may change it any more, not even by signing. Sign it before it is certified.',
		);
	}
	const place = openField(document, options.visual);
	place.field.set(
		PDFName.of('V'),
		document.context.register(signatureDictionary(document, options)),
	);
	if (options.visual) await show(document, place, options);

	const signed = await appendUpdate(document, pdf);
	const range = fillByteRange(signed, pdf.length);
	const content = coveredPieces(signed, range);
	fillSignature(signed, range, await signPades(content, options.certificate, options.at));
	return signed;
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
	const image = await embedImage(document, options);
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
		});
		widget.set(PDFName.of('AP'), document.context.obj({ N: appearance }));
	}
}

async function embedImage(
	document: PDFDocument,
	{ imagePng, imageJpeg }: SignOptions,
): Promise<PDFImage | undefined> {
	try {
		if (imagePng) return await document.embedPng(imagePng);
		if (imageJpeg) return await document.embedJpg(imageJpeg);
		return undefined;
	} catch {
		throw new PdfSigningError(`The image is not a readable ${imagePng ? 'PNG' : 'JPEG'} file.`);
	}
}

const timeText = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
