import {
	PDFArray,
	PDFContext,
	PDFDict,
	PDFDocument,
	PDFName,
	PDFNull,
	PDFNumber,
	PDFObjectParser,
	PDFRawStream,
	PDFRef,
	type PDFObject,
} from '@cantoo/pdf-lib';
import {
	numberIn,
	objectAt,
	readCrossReference,
	type Entry,
} from '../../../pdf/file/crossReference.ts';
import { contentOf } from '../../../pdf/file/streamContent.ts';
import { headerAt } from '../../../pdf/file/header.ts';
import { openForReading } from '../../../pdf/file/revision.ts';

/**
 * A file as a viewer reads it: by its cross-reference, so that objects which nothing refers to any more are
 * not there. pdf-lib by itself takes whatever looks like an object.
 */
export interface ViewedFile {
	trailer: PDFDict;
	catalog: PDFDict;
	pages: Array<{ ref?: PDFRef; node: PDFDict }>;
	/** Without a cross-reference that can be followed, viewers look for objects, each in its own way. */
	isRepaired: boolean;
	/** What a reference stands for, or the object itself. */
	resolve: (item: PDFObject | undefined) => PDFObject | undefined;
	/** What a dictionary has under a key. */
	get: (dict: PDFDict, key: string) => PDFObject | undefined;
	/** Whether there is an object with the number of the reference, in any generation. */
	has: (ref: PDFRef) => boolean;
	/** Where in the file an object begins, if it stands by itself. */
	offsetOf: (ref: PDFRef) => number | undefined;
	/** The same for an object that was not written again. */
	placeOf: (ref: PDFRef) => string | undefined;
}

interface FoundObject {
	object: PDFObject;
	place: string;
	offset?: number;
}
type Found = Map<PDFRef, FoundObject>;

export async function viewFile(pdf: Uint8Array): Promise<ViewedFile> {
	const start = Math.max(0, headerAt(pdf));
	const bytes = Buffer.from(pdf.buffer, pdf.byteOffset + start, pdf.byteLength - start);
	return (await viewByReference(bytes, start)) ?? (await repair(pdf));
}

async function viewByReference(bytes: Buffer, start: number): Promise<ViewedFile | undefined> {
	const reference = readCrossReference(bytes);
	if (!reference) return undefined;
	const { entries, trailer } = reference;
	try {
		const context = PDFContext.create();
		const found: Found = new Map();
		const isEncrypted = trailer.has(PDFName.of('Encrypt'));
		readObjects(bytes, entries, { context, found });
		if (isEncrypted) await readDecrypted(bytes, entries, found);
		else readContainers(entries, { context, found });
		for (const [ref, { object }] of found) context.assign(ref, object);
		return viewOf(trailer, {
			isRepaired: false,
			resolve: (item) => (item instanceof PDFRef ? found.get(item)?.object : item),
			has: ({ objectNumber }) => (entries.get(objectNumber)?.place ?? 'free') !== 'free',
			offsetOf: (ref) => {
				const offset = found.get(ref)?.offset;
				return offset === undefined ? undefined : start + offset;
			},
			placeOf: (ref) => found.get(ref)?.place,
		});
	} catch {
		return undefined;
	}
}

interface Reading {
	context: PDFContext;
	found: Found;
}

function readObjects(bytes: Buffer, entries: Map<number, Entry>, { context, found }: Reading) {
	for (const { number, generation, place } of entries.values()) {
		if (place === 'free' || !('offset' in place)) continue;
		const { offset } = place;
		const { object, ...stated } = objectAt(bytes, offset, context);
		if (stated.number !== number || stated.generation !== generation) throw new Error('Misplaced');
		found.set(PDFRef.of(number, generation), { object, offset, place: String(offset) });
	}
}

/** A container can hold older states of objects that stand elsewhere by now. */
function readContainers(entries: Map<number, Entry>, { context, found }: Reading) {
	const opened = new Map<number, Found>();
	for (const { number, place } of entries.values()) {
		if (place === 'free' || !('container' in place)) continue;
		const { container } = place;
		const objects = opened.get(container) ?? openContainer(container, { context, found });
		opened.set(container, objects);
		const one = objects.get(PDFRef.of(number));
		if (one) found.set(PDFRef.of(number), one);
	}
}

function openContainer(container: number, { context, found }: Reading): Found {
	const { object: stream, place } = found.get(PDFRef.of(container)) ?? {};
	if (!(stream instanceof PDFRawStream)) throw new Error('No object stream');
	const content = contentOf(stream);
	const first = numberIn(stream.dict, 'First') ?? 0;
	const pairs = content.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
	const objects: Found = new Map();
	for (let at = 0; at + 1 < pairs.length; at += 2) {
		const [number = 0, offset = 0] = pairs.slice(at, at + 2);
		const bytes = content.subarray(first + offset);
		const object = PDFObjectParser.forBytes(bytes, context).parseObject();
		objects.set(PDFRef.of(number), { object, place: `${place} ${number}` });
	}
	return objects;
}

/** Only pdf-lib has the key: it opens what opens without a password, and takes the newest of each object. */
async function readDecrypted(bytes: Buffer, entries: Map<number, Entry>, found: Found) {
	const contained = [...entries.values()].filter(
		({ place }) => place !== 'free' && 'container' in place,
	);
	if (contained.length === 0) return;
	const { context } = await PDFDocument.load(bytes, { password: '', updateMetadata: false });
	for (const { number } of contained) {
		const ref = PDFRef.of(number);
		const object = context.lookup(ref);
		if (object) found.set(ref, { object, place: `decrypted ${object.toString()}` });
	}
}

async function repair(pdf: Uint8Array): Promise<ViewedFile> {
	const { context } = await openForReading(pdf);
	const { Root, Info, Encrypt } = context.trailerInfo;
	return viewOf(context.obj({ Root, Info, Encrypt }), {
		isRepaired: true,
		resolve: (item) => context.lookup(item),
		has: (ref) => context.lookup(ref) !== undefined,
		offsetOf: () => undefined,
		placeOf: () => undefined,
	});
}

type Access = Omit<ViewedFile, 'trailer' | 'catalog' | 'pages' | 'get'>;

function viewOf(trailer: PDFDict, access: Access): ViewedFile {
	const get = (dict: PDFDict, key: string) => {
		const value = access.resolve(dict.get(PDFName.of(key)));
		return value === PDFNull ? undefined : value;
	};
	const catalog = get(trailer, 'Root');
	if (!(catalog instanceof PDFDict)) throw new Error('No catalog');
	const file = { ...access, trailer, catalog, get };
	return { ...file, pages: pagesOf(file) };
}

/** Not by their types, which a writer can forget: what has kids is no page. */
function pagesOf({ catalog, get, resolve }: Omit<ViewedFile, 'pages'>): ViewedFile['pages'] {
	const pages: ViewedFile['pages'] = [];
	const visited = new Set<PDFObject>();
	const walk = (item: PDFObject | undefined) => {
		const node = resolve(item);
		if (!(node instanceof PDFDict) || visited.has(node)) return;
		visited.add(node);
		const kids = get(node, 'Kids');
		if (kids instanceof PDFArray) kids.asArray().forEach(walk);
		else pages.push({ ref: item instanceof PDFRef ? item : undefined, node });
	};
	walk(catalog.get(PDFName.of('Pages')));
	return pages;
}

/** Left, bottom, right and top, in this order whatever the file says. */
export type Rectangle = [left: number, bottom: number, right: number, top: number];

export function rectangleIn(file: ViewedFile, dict: PDFDict): Rectangle | undefined {
	const rect = file.get(dict, 'Rect');
	const numbers = rect instanceof PDFArray ? rect.asArray().map(file.resolve) : [];
	const [a, b, c, d] = numbers.map((item) => (item instanceof PDFNumber ? item.asNumber() : NaN));
	if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
	return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}
