import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import { fieldsOf, type Field } from '../file/fields.ts';
import type { Rectangle, ViewedFile } from '../file/viewedFile.ts';

const NAMING_A_FIELD = new Set(['Annots', 'CO', 'Fields', 'IRT', 'Kids', 'Obj', 'Parent', 'Popup']);

/** What DocMDP would have to allow for a change (ISO 32000-2, table 257); 4 is allowed by nothing. */
export type Level = 0 | 1 | 2 | 3 | 4;

/** Where something new is shown. */
export interface Cover {
	page: number;
	rectangle: Rectangle;
	/** The widgets and annotations that it may stand on: its own. */
	own: PDFRef;
}

/** What both states have at one place. */
export interface Slot {
	old?: PDFObject;
	now?: PDFObject;
	isKept: boolean;
}

/** Two states of a file, and what the rules have found out about the way from one to the other. */
export class Comparison {
	readonly before: ViewedFile;
	readonly after: ViewedFile;
	/** What a certification of the earlier state allows; undefined without one. */
	readonly permission?: number;
	/** The names of fields that a signature of the earlier state has locked. */
	readonly isLocked: (name: string) => boolean;
	readonly fieldsBefore: Field[];
	readonly fieldsAfter: Field[];
	/** Objects of the earlier state that are others in the later one. */
	readonly changed: ReadonlySet<PDFRef>;
	readonly covers: Cover[] = [];
	level: Level = 0;
	/** Whether something was replaced that could be seen. */
	hidesContent = false;
	readonly #uses: Map<PDFRef, string[]>;
	readonly #claims = new Map<PDFRef, string[]>();

	constructor(
		before: ViewedFile,
		after: ViewedFile,
		{ permission, isLocked }: Pick<Comparison, 'permission' | 'isLocked'>,
	) {
		this.before = before;
		this.after = after;
		this.permission = permission;
		this.isLocked = isLocked;
		this.fieldsBefore = fieldsOf(before);
		this.fieldsAfter = fieldsOf(after);
		this.#uses = usesIn(before);
		this.changed = new Set([...this.#uses.keys()].filter((ref) => this.#isChanged(ref)));
	}

	raise(level: Level): true {
		this.level = level > this.level ? level : this.level;
		return true;
	}

	/** A rule answers for the change of an object that it has found under a key. */
	claim(item: PDFObject | undefined, key: string) {
		if (item instanceof PDFRef) this.#claims.set(item, [...(this.#claims.get(item) ?? []), key]);
	}

	/** What both states have under a key, wherever it stands. The rule answers for the object there. */
	slot(old: PDFObject | undefined, now: PDFObject | undefined, key: string): Slot {
		const [was, is] = [old, now].map((dict) =>
			dict instanceof PDFDict ? dict.get(PDFName.of(key)) : undefined,
		);
		this.claim(was, key);
		const isKept = same(was, is) && !(was instanceof PDFRef && this.changed.has(was));
		return { old: this.before.resolve(was), now: this.after.resolve(is), isKept };
	}

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

	/** One that is only named so far could be brought later. */
	#isChanged(ref: PDFRef): boolean {
		const [old, now] = [this.before.resolve(ref), this.after.resolve(ref)];
		if (old === undefined) return !this.before.has(ref) && this.after.has(ref);
		if (this.before.placeOf(ref) === this.after.placeOf(ref)) return false;
		return !same(old, now);
	}
}

/** Under which keys each object can be reached. */
function usesIn(file: ViewedFile): Map<PDFRef, string[]> {
	const uses = new Map<PDFRef, string[]>();
	const visited = new Set<string>();
	const waiting: Array<[PDFObject | undefined, string]> = ['Root', 'Info', 'Encrypt'].map((key) => [
		file.trailer.get(PDFName.of(key)),
		key,
	]);
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		const [item, key] = next;
		if (item instanceof PDFRef) {
			const keys = uses.get(item) ?? [];
			keys.push(key);
			uses.set(item, keys);
			const object = file.resolve(item);
			// What an array lists has the role of the array.
			const mark = object instanceof PDFArray ? `${item.tag} ${key}` : item.tag;
			if (!visited.has(mark)) waiting.push([object, key]);
			visited.add(mark);
		} else if (item instanceof PDFArray) {
			for (const element of item.asArray()) waiting.push([element, key]);
		} else if (item instanceof PDFDict || item instanceof PDFStream) {
			const dict = item instanceof PDFStream ? item.dict : item;
			for (const [name, value] of dict.entries()) waiting.push([value, name.decodeText()]);
		}
	}
	return uses;
}

/** Words, for comparing keys with. */
export const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const hasOnly = (dict: PDFDict, keys: ReadonlySet<string>) =>
	dict.keys().every((key) => keys.has(key.decodeText()));

export function same(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
	if (a === undefined || b === undefined) return a === b;
	return a === b || serialized(a).equals(serialized(b));
}

function serialized(object: PDFObject): Buffer {
	const bytes = Buffer.alloc(object.sizeInBytes());
	object.copyBytesInto(bytes, 0);
	return bytes;
}

/** Whether two dictionaries differ under no other keys. */
export function sameBut(
	keys: string[],
	old: PDFObject | undefined,
	now: PDFObject | undefined,
): boolean {
	const [was, is] = [old, now].map((object) =>
		object instanceof PDFDict ? new Map(object.entries()) : new Map<PDFName, PDFObject>(),
	) as [Map<PDFName, PDFObject>, Map<PDFName, PDFObject>];
	const free = new Set(keys.map((key) => PDFName.of(key)));
	const names = [...new Set([...was.keys(), ...is.keys()])];
	return names.every((name) => free.has(name) || same(was.get(name), is.get(name)));
}

/** What was added at the end of an array; undefined when its beginning is not the same. */
export function appended(
	old: PDFObject | undefined,
	now: PDFObject | undefined,
): PDFObject[] | undefined {
	const was = old instanceof PDFArray ? old.asArray() : [];
	const is = now instanceof PDFArray ? now.asArray() : [];
	return was.every((item, index) => same(item, is[index])) ? is.slice(was.length) : undefined;
}
