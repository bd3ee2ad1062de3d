import { PDFArray, PDFDict, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import type { PDFName, PDFObject } from '@cantoo/pdf-lib';
import { fieldsOf, type Field } from '../file/fields.ts';
import { entryOf, textOf, type Rectangle, type ViewedFile } from '../file/viewedFile.ts';

const NAMING_A_FIELD = new Set(['Annots', 'CO', 'Fields', 'IRT', 'Kids', 'Obj', 'Parent', 'Popup']);

/** What DocMDP would have to allow for a change (ISO 32000-2, table 257); 4 is allowed by nothing. */
export type Level = 0 | 1 | 2 | 3 | 4;

type Item = PDFObject | undefined;

/** Where something new is shown. */
export interface Cover {
	page: number;
	rectangle: Rectangle;
	/** The widget or annotation itself, which it may stand on. */
	own: PDFRef;
}

/** Two states of a file, and what the rules have found out about the way from one to the other. */
export class Comparison {
	readonly before: ViewedFile;
	readonly after: ViewedFile;
	/** What a certification of the earlier state allows; undefined without one. */
	readonly permission?: number;
	readonly fieldsBefore: Field[];
	readonly fieldsAfter: Field[];
	/** Objects of the earlier state that are others in the later one. */
	readonly changed: ReadonlySet<PDFRef>;
	readonly covers: Cover[] = [];
	level: Level = 0;
	/** Whether something was replaced that could be seen. */
	hidesContent = false;
	/** The keys under which each object can be reached in the earlier state. */
	readonly #uses = new Map<PDFRef, string[]>();
	readonly #claims = new Map<PDFRef, string[]>();

	constructor(before: ViewedFile, after: ViewedFile, permission: number | undefined) {
		this.before = before;
		this.after = after;
		this.permission = permission;
		this.fieldsBefore = fieldsOf(before);
		this.fieldsAfter = fieldsOf(after);
		this.#findUses();
		this.changed = new Set([...this.#uses.keys()].filter((ref) => this.#isChanged(ref)));
	}

	raise(level: Level): true {
		this.level = level > this.level ? level : this.level;
		return true;
	}

	/** A rule answers for the change of an object that it has found under a key. */
	claim(item: Item, key: string) {
		if (item instanceof PDFRef) this.#claims.set(item, [...(this.#claims.get(item) ?? []), key]);
	}

	/** What both states have under a key, wherever it stands. The rule answers for the object there. */
	slot(old: Item, now: Item, key: string) {
		const [was, is] = [entryOf(old, key), entryOf(now, key)];
		this.claim(was, key);
		const isKept = same(was, is) && !this.isChanged(was);
		return { old: this.before.get(old, key), now: this.after.get(now, key), isKept };
	}

	isChanged = (item: Item) => item instanceof PDFRef && this.changed.has(item);

	/** A new object has a number that meant nothing before. */
	isNew(ref: PDFObject): ref is PDFRef {
		return ref instanceof PDFRef && !this.before.has(ref) && !this.#uses.has(ref);
	}

	/**
	 * Whether some rule answers for each change, in every role that the object has: an array that is used as
	 * Annots and as Kids is both. Pages, fields and annotations are named in many places.
	 */
	isAnswered(): boolean {
		return [...this.changed].every((ref) => {
			const claims = this.#claims.get(ref) ?? [];
			const uses = this.#uses.get(ref) ?? [];
			if (claims.includes('page')) return true;
			if (claims.includes('field')) return uses.every((key) => NAMING_A_FIELD.has(key));
			return claims.length === uses.length && uses.every((key) => claims.includes(key));
		});
	}

	/** Whether a signature has locked a field (FieldMDP, ISO 32000-1, 12.8.2.4). */
	isLocked(name: string): boolean {
		const file = this.before;
		const references = this.fieldsBefore.flatMap(({ value }) => file.list(value, 'Reference'));
		return references.some((reference) => {
			if (file.nameIn(reference, 'TransformMethod') !== 'FieldMDP') return false;
			const lock = file.get(reference, 'TransformParams');
			const isListed = file
				.list(lock, 'Fields')
				.some((item) => `${name}.`.startsWith(`${textOf(file.resolve(item))}.`));
			const action = file.nameIn(lock, 'Action');
			return action === 'Include' ? isListed : action !== 'Exclude' || !isListed;
		});
	}

	/** One that is only named so far could be brought later. */
	#isChanged(ref: PDFRef): boolean {
		if (!this.before.has(ref)) return this.after.has(ref);
		if (this.before.placeOf(ref) === this.after.placeOf(ref)) return false;
		const [old, now] = [this.before.resolve(ref), this.after.resolve(ref)];
		// Viewers do not agree where a stream begins that is written in a strange way.
		return old instanceof PDFStream || !same(old, now);
	}

	#findUses() {
		const { trailer } = this.before;
		const visited = new Set<string>();
		const waiting = ['Root', 'Info', 'Encrypt'].map((key): [Item, string] => [
			entryOf(trailer, key),
			key,
		]);
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			const [item, key] = next;
			if (item instanceof PDFRef) {
				const keys = this.#uses.get(item) ?? [];
				keys.push(key);
				this.#uses.set(item, keys);
				const object = this.before.resolve(item);
				// What an array lists has the role of the array.
				const mark = object instanceof PDFArray ? `${item.tag} ${key}` : item.tag;
				if (!visited.has(mark)) waiting.push([object, key]);
				visited.add(mark);
			} else if (item instanceof PDFArray) {
				for (const element of item.asArray()) waiting.push([element, key]);
			} else {
				for (const [name, value] of entriesOf(item)) waiting.push([value, name.decodeText()]);
			}
		}
	}
}

function entriesOf(item: Item): Map<PDFName, PDFObject> {
	const dict = item instanceof PDFStream ? item.dict : item;
	return new Map(dict instanceof PDFDict ? dict.entries() : []);
}

export const keysOf = (item: Item) => [...entriesOf(item).keys()].map((key) => key.decodeText());

/** Whether it is a dictionary that has no other keys than those in a list of words. */
export const hasOnly = (item: Item, words: string) =>
	item instanceof PDFDict && keysOf(item).every((key) => words.split(' ').includes(key));

function same(a: Item, b: Item): boolean {
	if (a === undefined || b === undefined) return a === b;
	return a === b || serialized(a).equals(serialized(b));
}

function serialized(object: PDFObject): Buffer {
	const bytes = Buffer.alloc(object.sizeInBytes());
	object.copyBytesInto(bytes, 0);
	return bytes;
}

/** Whether two dictionaries differ under no other keys than those in a list of words. */
export function sameBut(words: string, old: Item, now: Item): boolean {
	if ([old, now].some((item) => item && !(item instanceof PDFDict))) return false;
	const free = words.split(' ');
	const keys = [...keysOf(old), ...keysOf(now)].filter((key) => !free.includes(key));
	return keys.every((key) => same(entryOf(old, key), entryOf(now, key)));
}

/** What was added at the end of an array; undefined when its beginning is not the same. */
export function appended(old: Item, now: Item): PDFObject[] | undefined {
	const [was, is] = [old, now].map((item) => (item instanceof PDFArray ? item.asArray() : []));
	const isBeginning = was!.every((item, index) => same(item, is![index]));
	return isBeginning ? is!.slice(was!.length) : undefined;
}
