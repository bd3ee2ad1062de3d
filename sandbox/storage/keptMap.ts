import type { Storage } from './storage.ts';

/** Records of one kind by their ids, which remembers what has to be written. */
export class KeptMap<Value> extends Map<string, Value> {
	#marked = new Set<string>();

	override set(id: string, value: Value): this {
		this.#marked.add(id);
		return super.set(id, value);
	}

	override delete(id: string): boolean {
		this.#marked.add(id);
		return super.delete(id);
	}

	override clear() {
		for (const id of this.keys()) this.#marked.add(id);
		super.clear();
	}

	/** For those that change a record. */
	touch(id: string): Value | undefined {
		const value = this.get(id);
		if (value !== undefined) this.#marked.add(id);
		return value;
	}

	/** What may have changed since this was last asked. */
	takeMarked(): Set<string> {
		const marked = this.#marked;
		this.#marked = new Set();
		return marked;
	}
}

/** Records in their order. The list only grows, unless it is emptied. */
export class KeptList<Value> {
	readonly kind: string;
	readonly items: Value[] = [];
	/** How many of them are in the storage. */
	#written = 0;

	constructor(kind: string) {
		this.kind = kind;
	}

	fill(records: Array<{ value: unknown }>, { areWritten }: { areWritten: boolean }) {
		this.items.length = 0;
		this.items.push(...records.map(({ value }) => value as Value));
		this.#written = areWritten ? this.items.length : Infinity;
	}

	write(storage: Storage) {
		const { items, kind } = this;
		if (items.length === this.#written) return;
		const isLonger = items.length > this.#written;
		if (!isLonger) for (const { id } of storage.all(kind)) storage.put(kind, id, undefined);
		for (let place = isLonger ? this.#written : 0; place < items.length; place += 1) {
			storage.put(kind, String(place), items[place]);
		}
		this.#written = items.length;
	}
}
