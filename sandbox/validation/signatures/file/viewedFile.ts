import {
	PDFArray,
	PDFCatalog,
	PDFContext,
	PDFDict,
	PDFName,
	PDFObjectStreamParser,
	PDFRawStream,
	PDFRef,
	type PDFObject,
} from '@cantoo/pdf-lib';
import { objectAt, readCrossReference, type CrossReference } from './crossReference.ts';
import { withoutPreamble } from '../../../pdf/file/header.ts';
import { openForReading } from '../../../pdf/file/revision.ts';

/**
 * A file as a viewer reads it: by its cross-reference, so that objects which nothing refers to any more are
 * not there. pdf-lib by itself takes whatever looks like an object.
 */
export interface ViewedFile {
	context: PDFContext;
	catalog: PDFCatalog;
	pages: Array<{ node: PDFDict; annotations?: PDFObject }>;
	/** Without a cross-reference that can be followed, viewers look for objects, each in its own way. */
	isMended: boolean;
	/** Where in the file an object begins, if it stands by itself. */
	offsetOf(ref: PDFRef): number | undefined;
}

export async function viewFile(pdf: Uint8Array): Promise<ViewedFile> {
	return (await viewByReference(pdf)) ?? (await mend(pdf));
}

async function viewByReference(file: Uint8Array): Promise<ViewedFile | undefined> {
	const pdf = withoutPreamble(file);
	const start = file.length - pdf.length;
	const reference = readCrossReference(pdf);
	if (!reference) return undefined;
	try {
		const context = PDFContext.create();
		const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
		const offsets = readObjects(bytes, reference, context);
		await readContainers(reference, context);
		const trailer = (key: string) => reference.trailer.get(PDFName.of(key));
		context.trailerInfo = {
			Root: trailer('Root'),
			Info: trailer('Info'),
			Encrypt: trailer('Encrypt'),
		};
		const catalog = context.lookup(context.trailerInfo.Root);
		if (!(catalog instanceof PDFCatalog)) return undefined;
		const pages = pagesOf(catalog, context);
		const offsetOf = (ref: PDFRef) => {
			const offset = offsets.get(ref);
			return offset === undefined ? undefined : start + offset;
		};
		return { context, catalog, pages, isMended: false, offsetOf };
	} catch {
		return undefined;
	}
}

function readObjects(bytes: Buffer, { places }: CrossReference, context: PDFContext) {
	const offsets = new Map<PDFRef, number>();
	for (const { number, generation, place } of places.values()) {
		if (place === 'free' || !('offset' in place)) continue;
		const found = objectAt(bytes, place.offset, context);
		if (found.number !== number || found.generation !== generation) throw new Error('Misplaced');
		const ref = PDFRef.of(number, generation);
		offsets.set(ref, place.offset);
		context.assign(ref, found.object);
	}
	return offsets;
}

/** A container can hold older states of objects that stand elsewhere by now. */
async function readContainers({ places }: CrossReference, context: PDFContext): Promise<void> {
	const contained = new Map<number, PDFRef[]>();
	for (const { number, place } of places.values()) {
		if (place === 'free' || !('container' in place)) continue;
		const refs = contained.get(place.container) ?? [];
		refs.push(PDFRef.of(number));
		contained.set(place.container, refs);
	}
	const standing = new Map(context.enumerateIndirectObjects());
	for (const [container, refs] of contained) {
		const stream = standing.get(PDFRef.of(container));
		if (!(stream instanceof PDFRawStream)) throw new Error('No object stream');
		await PDFObjectStreamParser.forStream(stream).parseIntoContext();
		for (const ref of refs) {
			const object = context.lookup(ref);
			if (object) standing.set(ref, object);
		}
	}
	for (const [ref] of context.enumerateIndirectObjects()) context.delete(ref);
	for (const [ref, object] of standing) context.assign(ref, object);
}

async function mend(pdf: Uint8Array): Promise<ViewedFile> {
	const { context, catalog } = await openForReading(pdf);
	const pages = pagesOf(catalog, context);
	return { context, catalog, pages, isMended: true, offsetOf: () => undefined };
}

/** Not by their types, which a writer can forget: what has kids is no page. */
function pagesOf(catalog: PDFCatalog, context: PDFContext): ViewedFile['pages'] {
	const pages: ViewedFile['pages'] = [];
	const visited = new Set<PDFObject>();
	const walk = (item: PDFObject | undefined) => {
		const node = context.lookup(item);
		if (!(node instanceof PDFDict) || visited.has(node)) return;
		visited.add(node);
		const kids = node.lookup(PDFName.of('Kids'));
		if (kids instanceof PDFArray) kids.asArray().forEach(walk);
		else pages.push({ node, annotations: node.lookup(PDFName.of('Annots')) });
	};
	walk(catalog.get(PDFName.of('Pages')));
	return pages;
}
