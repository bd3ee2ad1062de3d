import { PDFArray, PDFDict, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import { fieldsOf, type Field } from '../file/fields.ts';
import { entryOf, type ViewedFile } from '../file/viewedFile.ts';

/** What DocMDP would have to allow for a change (ISO 32000-2, table 257); 4 is allowed by nothing. */
export type Level = 0 | 1 | 2 | 3 | 4;

export type Item = PDFObject | undefined;

/** What both states have at the same path. */
export interface Pair {
	old: Item;
	now: Item;
	/** From the trailer, the form, a page or a field; empty where nothing below is free. */
	path: string;
	/** The last one on the way. */
	key: string;
	/** The object that it stands in. */
	owner?: PDFRef;
}

/**
 * The level that a certification would have to allow for a change, or pairs that remain to be compared; undefined when
 * the change is not allowed. Rules that are deep answer for everything below, and only where something differs.
 */
export interface Rule {
	allows: (c: Comparison, pair: Pair) => Level | Pair[] | undefined;
	isDeep?: true;
}

export interface Rules {
	/** By path from the trailer, the form, a page, or a field that is open. */
	free: Record<string, Rule>;
	/** Whether a field may be signed or filled in. */
	isOpen: (c: Comparison, field: Field) => boolean;
}

/** How a widget or an annotation shows something new. */
export type ShownAs = 'new' | 'signed' | 'filled';

/** What annotations, fields and structure name a field by. Under another key it is something else too. */
const NAMING_A_FIELD = new Set(['Annots', 'CO', 'Fields', 'IRT', 'Kids', 'Obj', 'Parent', 'Popup']);
/** Information about the document, which no page shows. */
const UNSEEN = /^(?:Info|Root\.(?:Metadata|Extensions))$/;

/** Two states of a file, compared by path from the trailer: what differs on one that is not free is a change. */
export class Comparison {
	readonly before: ViewedFile;
	readonly after: ViewedFile;
	/** What a certification of the earlier state allows; undefined without one. */
	readonly permission?: number;
	readonly fieldsBefore: Field[];
	readonly fieldsAfter: Field[];
	/** Fields that may be signed or filled in, by the objects that they consist of. */
	readonly open = new Map<PDFRef, Field>();
	/** Widgets and annotations that show something new. */
	readonly shown = new Map<PDFRef, ShownAs>();
	level: Level = 0;
	/** Whether something differs that may not, and whether a page could show it. */
	isChanged = false;
	isShownChanged = false;
	readonly #pages: Set<PDFRef | undefined>;
	readonly #free: Rules['free'];

	constructor(
		before: ViewedFile,
		after: ViewedFile,
		permission: number | undefined,
		{ free, isOpen }: Rules,
	) {
		this.#free = free;
		this.before = before;
		this.after = after;
		this.permission = permission;
		this.fieldsBefore = fieldsOf(before);
		this.fieldsAfter = fieldsOf(after);
		this.#pages = new Set(before.pages.map(({ ref }) => ref));
		for (const field of this.fieldsBefore) {
			if (!isOpen(this, field)) continue;
			this.open.set(field.ref, field);
			for (const { ref, dict } of field.widgets) {
				// Another field's could change with it.
				if (entryOf(dict, 'Parent') === field.ref) this.open.set(ref, field);
			}
		}
		const { trailer } = before;
		const roots = ['Root', 'Info', 'Encrypt'].map((key) =>
			this.pair(entryOf(trailer, key), entryOf(after.trailer, key), key, key),
		);
		const pending = [...roots];
		const visited = new Set<string>();
		for (let pair = pending.pop(); pair; pair = pending.pop()) {
			const members = this.#ruled(pair) ?? this.#members(pair, visited);
			if (members) pending.push(...members);
			else {
				this.isChanged = true;
				this.isShownChanged ||= !UNSEEN.test(pair.path);
			}
		}
	}

	/** By the rule of a free path: what it leaves to compare, false for a change, undefined without a rule. */
	#ruled(pair: Pair): Pair[] | false | undefined {
		const rule = this.#free[pair.path];
		if (!rule) return undefined;
		const answer = rule.isDeep && this.isSame(pair.old, pair.now) ? [] : rule.allows(this, pair);
		if (Array.isArray(answer)) return answer;
		if (answer === undefined) return false;
		if (answer > this.level) this.level = answer;
		return [];
	}

	/** Whether nothing differs, wherever the paths lead. */
	isSame(old: Item, now: Item): boolean {
		const visited = new Set<string>();
		const pending: Pair[] = [{ old, now, path: '', key: '' }];
		for (let pair = pending.pop(); pair; pair = pending.pop()) {
			const members = this.#members(pair, visited);
			if (!members) return false;
			pending.push(...members);
		}
		return true;
	}

	/** Undefined when they differ. */
	#members({ old, now, path, key, owner }: Pair, visited: Set<string>): Pair[] | undefined {
		if (old instanceof PDFRef || now instanceof PDFRef) {
			if (old !== now || !(old instanceof PDFRef)) return undefined;
			const mark = `${old.tag} ${path || key}`;
			if (visited.has(mark)) return [];
			visited.add(mark);
			const [was, is] = [this.before.resolve(old), this.after.resolve(old)];
			// Viewers do not agree where a stream begins that is written in a strange way.
			const isRewritten = this.before.placeOf(old) !== this.after.placeOf(old);
			if (was instanceof PDFStream && isRewritten) return undefined;
			return [{ old: was, now: is, path, key, owner: old }];
		}
		if (old instanceof PDFArray && now instanceof PDFArray) {
			const [was, is] = [old.asArray(), now.asArray()];
			if (was.length !== is.length) return undefined;
			return was.map((item, index) => this.pair(item, is[index], path, key, owner));
		}
		const [was, is] = [dictIn(old), dictIn(now)];
		const isAlike = old instanceof PDFStream === now instanceof PDFStream;
		if (!was || !is || !isAlike) return same(old, now) ? [] : undefined;
		return this.entries(old, now, path, owner);
	}

	/** What two dictionaries have under each key. */
	entries(old: Item, now: Item, path: string, owner?: PDFRef): Pair[] {
		return [...new Set([...keysOf(old), ...keysOf(now)])].map((key) =>
			this.pair(entryOf(old, key), entryOf(now, key), path && `${path}.${key}`, key, owner),
		);
	}

	/** The catalog, pages and open fields have paths of their own, however they are reached. */
	pair(old: Item, now: Item, path: string, key: string, owner?: PDFRef): Pair {
		const own = old instanceof PDFRef ? this.#ownPath(old, key) : undefined;
		return { old, now, path: own ?? (this.#isOnWay(path) ? path : ''), key, owner };
	}

	#isOnWay(path: string): boolean {
		return Object.keys(this.#free).some((free) => `${free}.`.startsWith(`${path}.`));
	}

	#ownPath(ref: PDFRef, key: string): string | undefined {
		if (ref === entryOf(this.before.trailer, 'Root')) return 'Root';
		if (this.#pages.has(ref)) return 'Page';
		return this.open.has(ref) && NAMING_A_FIELD.has(key) ? 'Field' : undefined;
	}
}

const dictIn = (item: Item) => {
	const dict = item instanceof PDFStream ? item.dict : item;
	return dict instanceof PDFDict ? dict : undefined;
};

export const keysOf = (item: Item) => (dictIn(item)?.keys() ?? []).map((key) => key.decodeText());

const same = (a: Item, b: Item) =>
	a?.constructor === b?.constructor && a?.toString() === b?.toString();
