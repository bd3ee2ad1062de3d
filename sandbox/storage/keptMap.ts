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

	/** Hands out a record that the caller may change. */
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
