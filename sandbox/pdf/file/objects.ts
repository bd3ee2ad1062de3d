import {
	PDFContext,
	PDFDict,
	PDFDocument,
	PDFName,
	PDFNull,
	PDFObjectParser,
	PDFRawStream,
	PDFRef,
	PDFStream,
	type PDFObject,
} from '@cantoo/pdf-lib';
import {
	AmbiguousFileError,
	numberIn,
	objectAt,
	readCrossReference,
	type CrossReference,
} from './crossReference.ts';
import { headerAt } from './header.ts';
import { contentOf } from './streamContent.ts';

export type Found = Map<PDFRef, FoundObject>;

interface FoundObject {
	object: PDFObject;
	/** Where in the file it begins, if it stands by itself. */
	offset?: number;
	/** The same for an object that was not written again. */
	place?: string;
	/** Which one of its container it is. */
	index?: number;
}

/**
 * The objects that the cross-reference lists; pdf-lib by itself takes whatever looks like an object. Undefined
 * when one does not stand where it should, so that viewers repair the file.
 */
export async function readByReference(pdf: Uint8Array) {
	const start = Math.max(0, headerAt(pdf));
	const bytes = Buffer.from(pdf.buffer, pdf.byteOffset + start, pdf.byteLength - start);
	const reference = readCrossReference(bytes);
	if (!reference) return undefined;
	try {
		return { trailer: reference.trailer, found: await readObjects(bytes, start, reference) };
	} catch (error) {
		if (error instanceof AmbiguousFileError) throw error;
		return undefined;
	}
}

async function readObjects(bytes: Buffer, start: number, reference: CrossReference) {
	const context = PDFContext.create();
	const found: Found = new Map();
	const contained: Array<{ ref: PDFRef; container: number; index: number }> = [];
	for (const { number, generation, place } of reference.entries.values()) {
		const ref = PDFRef.of(number, generation);
		if (place === 'free') continue;
		if ('container' in place) {
			contained.push({ ref, ...place });
			continue;
		}
		const { object, ...stated } = objectAt(bytes, place.offset, context);
		if (stated.number !== number || stated.generation !== generation) throw new Error('Misplaced');
		const offset = start + place.offset;
		found.set(ref, { object, offset, place: String(offset) });
	}
	const isEncrypted = contained.length > 0 && reference.trailer.has(PDFName.of('Encrypt'));
	const decrypted = isEncrypted ? await decrypt(bytes) : undefined;
	const opened = new Map<number, Found>();
	for (const { ref, container, index } of contained) {
		const objects = decrypted ?? opened.get(container) ?? openContainer(container, found, context);
		opened.set(container, objects);
		// One that is not where it should be is null, and coming later it would be a change.
		const listed = objects.get(ref) ?? { object: PDFNull };
		// Some viewers look for the number, others take what stands at the index.
		if (listed.index !== undefined && listed.index !== index) throw new AmbiguousFileError();
		found.set(ref, listed);
	}
	for (const [ref, { object }] of found) context.assign(ref, object);
	if (!(context.lookup(reference.trailer.get(PDFName.of('Root'))) instanceof PDFDict)) {
		throw new Error('No catalog');
	}
	return found;
}

/** A container can hold older states of objects that stand elsewhere by now. */
function openContainer(container: number, found: Found, context: PDFContext): Found {
	const { object: stream, place } = found.get(PDFRef.of(container)) ?? {};
	if (!(stream instanceof PDFRawStream)) throw new Error('No object stream');
	const content = contentOf(stream);
	const first = numberIn(stream.dict, 'First') ?? NaN;
	const header = content.toString('latin1', 0, first);
	const pairs = (header.match(/\d+/g) ?? []).map(Number);
	// Viewers read anything else in their own ways.
	const isPlain = first <= content.length && /^[\d\0\t\n\f\r ]*$/.test(header);
	if (!isPlain || pairs.length !== 2 * (numberIn(stream.dict, 'N') ?? NaN)) {
		throw new AmbiguousFileError();
	}
	const objects: Found = new Map();
	for (let at = 0; at + 1 < pairs.length; at += 2) {
		const [number = 0, offset = 0] = pairs.slice(at, at + 2);
		const bytes = content.subarray(first + offset);
		const object = PDFObjectParser.forBytes(bytes, context).parseObject();
		if (objects.has(PDFRef.of(number))) throw new AmbiguousFileError();
		objects.set(PDFRef.of(number), { object, place: `${place} ${number}`, index: at / 2 });
	}
	return objects;
}

/** Only pdf-lib has the key: it opens what opens without a password, and takes the newest of each object. */
async function decrypt(bytes: Buffer): Promise<Found> {
	const { context } = await PDFDocument.load(bytes, { password: '', updateMetadata: false });
	const objects = context.enumerateIndirectObjects();
	// A stream stands by itself.
	const contained = objects.filter(([, object]) => !(object instanceof PDFStream));
	return new Map(contained.map(([ref, object]) => [ref, { object, place: object.toString() }]));
}
