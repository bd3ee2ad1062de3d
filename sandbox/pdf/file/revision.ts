import { ParseSpeeds, PDFDocument, PDFName, PDFRawStream, type PDFObject } from '@cantoo/pdf-lib';
import { headerAt, withoutPreamble } from './header.ts';
import { withoutNoise } from './noise.ts';
import { readByReference } from './objects.ts';
import { requirePageTree } from './pageTree.ts';

type CrossReference = 'table' | 'stream' | 'unusable';

/** Opens a file so that what is changed afterwards can be appended to it. */
export async function openForUpdate(pdf: Uint8Array): Promise<PDFDocument> {
	const document = await load(pdf, { forIncrementalUpdate: true });
	requirePageTree(document);
	document.context.pdfFileDetails.originalBytes = withoutPreamble(pdf);
	return document;
}

export async function openForReading(pdf: Uint8Array): Promise<PDFDocument> {
	return await load(pdf, { forIncrementalUpdate: false });
}

async function load(pdf: Uint8Array, options: { forIncrementalUpdate: boolean }) {
	return await PDFDocument.load(withoutNoise(withoutPreamble(pdf)), {
		...options,
		parseSpeed: ParseSpeeds.Fastest,
		preserveXFA: true,
		updateMetadata: false,
	});
}

/** The bytes of the file unchanged, followed by what was changed in the document since it was opened. */
export async function appendUpdate(document: PDFDocument, pdf: Uint8Array): Promise<Uint8Array> {
	const { pdfFileDetails } = document.context;
	const previous = await crossReferenceOf(withoutPreamble(pdf), pdfFileDetails.prevStartXRef);
	if (previous === 'unusable') repeatAllObjects(document);
	// An update continues in the form of what it updates (ISO 32000-1, 7.5.8.4); pdf-lib would go by the version.
	const updated = await document.commit({ useObjectStreams: previous === 'stream' });
	const start = headerAt(pdf);
	return start > 0 ? Buffer.concat([pdf.subarray(0, start), updated]) : updated;
}

async function crossReferenceOf(pdf: Uint8Array, offset: number): Promise<CrossReference> {
	// One that says two things about an object throws.
	const objects = await readByReference(pdf).catch(() => undefined);
	if (!objects) return 'unusable';
	const start = Buffer.from(pdf.subarray(offset, offset + 40))
		.toString('latin1')
		.trimStart();
	return start.startsWith('xref') ? 'table' : 'stream';
}

/**
 * Readers repair a file whose cross-reference is missing or misplaced (handwritten ones, mostly), but not
 * when a well-formed update points back to it. So the update then holds every object and points nowhere.
 */
function repeatAllObjects({ context }: PDFDocument): void {
	const { snapshot } = context;
	if (!snapshot) return;
	snapshot.prevStartXRef = 0;
	for (const [ref, object] of context.enumerateIndirectObjects()) {
		if (!isContainer(object)) snapshot.markRefForSave(ref);
	}
}

function isContainer(object: PDFObject): boolean {
	if (!(object instanceof PDFRawStream)) return false;
	const type = object.dict.lookup(PDFName.of('Type'));
	return type === PDFName.of('ObjStm') || type === PDFName.of('XRef');
}
