import {
	PDFArray,
	PDFDict,
	PDFHexString,
	PDFName,
	PDFNull,
	PDFNumber,
	PDFRef,
	PDFStream,
	PDFString,
	type PDFObject,
} from '@cantoo/pdf-lib';
import { readByReference, type Found } from '../../../pdf/file/objects.ts';
import { openForReading } from '../../../pdf/file/revision.ts';

/** Left, bottom, right and top, in this order whatever the file says. */
export type Rectangle = [left: number, bottom: number, right: number, top: number];

type Item = PDFObject | undefined;
/**
 * A file as a viewer reads it: by its cross-reference, so that objects which nothing refers to any more are
 * not there. pdf-lib by itself takes whatever looks like an object.
 */
export class ViewedFile {
	readonly trailer: PDFDict;
	readonly catalog: PDFDict;
	readonly pages: Array<{ ref?: PDFRef; node: PDFDict }> = [];
	/** Without a cross-reference that can be followed, viewers look for objects, each in its own way. */
	readonly isRepaired: boolean;
	readonly #found: Found;
	readonly #numbers: Set<number>;

	constructor(trailer: PDFDict, found: Found, isRepaired: boolean) {
		this.trailer = trailer;
		this.#found = found;
		this.#numbers = new Set([...found.keys()].map(({ objectNumber }) => objectNumber));
		this.isRepaired = isRepaired;
		const catalog = this.get(trailer, 'Root');
		if (!(catalog instanceof PDFDict)) throw new Error('No catalog');
		this.catalog = catalog;
		this.#addPages(entryOf(catalog, 'Pages'), new Set());
	}

	/** What a reference stands for, or the object itself. */
	resolve = (item: Item): Item => (item instanceof PDFRef ? this.#found.get(item)?.object : item);

	/** Whether there is an object with the number of the reference, in any generation. */
	has = ({ objectNumber }: PDFRef) => this.#numbers.has(objectNumber);

	offsetOf = (ref: PDFRef) => this.#found.get(ref)?.offset;

	placeOf = (ref: PDFRef) => this.#found.get(ref)?.place;

	/** What a dictionary has under a key. */
	get(dict: Item, key: string): Item {
		const value = this.resolve(entryOf(this.resolve(dict), key));
		return value === PDFNull ? undefined : value;
	}

	list(dict: Item, key: string): PDFObject[] {
		const array = this.get(dict, key);
		return array instanceof PDFArray ? array.asArray() : [];
	}

	nameIn(dict: Item, key: string): string | undefined {
		const name = this.get(dict, key);
		return name instanceof PDFName ? name.decodeText() : undefined;
	}

	textIn(dict: Item, key: string): string | undefined {
		return textOf(this.get(dict, key));
	}

	/** None is 0, as in flags. */
	integer(item: Item): number {
		const number = this.resolve(item);
		return number instanceof PDFNumber ? number.asNumber() : 0;
	}

	numberIn = (dict: Item, key: string) => this.integer(this.get(dict, key));

	numbersIn(dict: Item, key: string): number[] {
		return this.list(dict, key).map((item) => {
			const number = this.resolve(item);
			return number instanceof PDFNumber ? number.asNumber() : NaN;
		});
	}

	rectangleIn = (dict: Item) => boxOf(this.numbersIn(dict, 'Rect'));

	/** Not by their types, which a writer can forget: what has kids is no page. */
	#addPages(item: Item, visited: Set<PDFObject>) {
		const node = this.resolve(item);
		if (!(node instanceof PDFDict) || visited.has(node)) return;
		visited.add(node);
		if (!(this.get(node, 'Kids') instanceof PDFArray)) {
			this.pages.push({ ref: item instanceof PDFRef ? item : undefined, node });
		}
		for (const kid of this.list(node, 'Kids')) this.#addPages(kid, visited);
	}
}

export function boxOf([a, b, c, d]: number[]): Rectangle | undefined {
	if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
	const box: Rectangle = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
	return box.every(Number.isFinite) ? box : undefined;
}

export const areaOf = ([left, bottom, right, top]: Rectangle = [0, 0, 0, 0]) =>
	(right - left) * (top - bottom);

/** What stands under a key, which may be a reference. */
export function entryOf(object: Item, key: string): Item {
	const dict = object instanceof PDFStream ? object.dict : object;
	return dict instanceof PDFDict ? dict.get(PDFName.of(key)) : undefined;
}

export const textOf = (item: Item) =>
	item instanceof PDFString || item instanceof PDFHexString ? item.decodeText() : undefined;

export async function viewFile(pdf: Uint8Array): Promise<ViewedFile> {
	const { trailer, found } = (await readByReference(pdf)) ?? {};
	if (trailer && found) return new ViewedFile(trailer, found, false);
	const { context } = await openForReading(pdf);
	const { Root, Info, Encrypt } = context.trailerInfo;
	const objects = context.enumerateIndirectObjects();
	const all: Found = new Map(objects.map(([ref, object]) => [ref, { object }]));
	return new ViewedFile(context.obj({ Root, Info, Encrypt }), all, true);
}
